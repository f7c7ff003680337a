#include "grouser/terrain/geotiff.hpp"
#include "info_report.hpp"

namespace grouser::cli {

InfoReport describe_raster_file(const std::filesystem::path& path) {
  const TerrainInfo info = describe_raster(path);
  InfoReport report;
  report.json = {{"kind", "raster"},
                 {"file", path.string()},
                 {"driver", info.driver},
                 {"columns", info.columns},
                 {"rows", info.rows},
                 {"cell_x", info.cell_x},
                 {"cell_y", info.cell_y},
                 {"crs", info.crs_name},
                 {"map_unit", info.map_unit},
                 {"vertical_unit", info.vertical_unit},
                 {"map_x", info.map_x},
                 {"map_y", info.map_y},
                 {"lowest", info.lowest},
                 {"highest", info.highest},
                 {"nodata_share", info.nodata_share}};
  report.text = "raster\n" + value_lines(report.json);
  if (info.nodata_share > 0.0) report.notes.push_back("it has voids: a scenario needs a window without them");
  return report;
}

}  // namespace grouser::cli
