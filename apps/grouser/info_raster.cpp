// A raster of any kind GDAL reads: also one that no scenario could use, so that a person sees why.
#include <fmt/format.h>
#include <gdal_priv.h>
#include <ogr_spatialref.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>

#include "grouser/base/error.hpp"
#include "info_report.hpp"
#include "progress.hpp"

namespace grouser::cli {
namespace {

constexpr int kWindow = 1024;            // cells: side of what is read at once
constexpr double kLowestHeight = -1e30;  // below it no height: the PDS mark of a void is -3.4e38

/// Keeps GDAL's messages off the terminal; the last one goes into our error.
class QuietGdal {
 public:
  QuietGdal() { CPLPushErrorHandler(CPLQuietErrorHandler); }
  ~QuietGdal() { CPLPopErrorHandler(); }
  QuietGdal(const QuietGdal&) = delete;
  QuietGdal& operator=(const QuietGdal&) = delete;
};

struct CloseDataset {
  void operator()(GDALDataset* dataset) const { GDALClose(dataset); }
};
using Dataset = std::unique_ptr<GDALDataset, CloseDataset>;

InputError bad_raster(const std::filesystem::path& path, const std::string& found) {
  const std::string reason = CPLGetLastErrorMsg();
  return {path.string(), found + (reason.empty() ? "" : " (" + reason + ")"),
          "a raster that GDAL reads, such as a GeoTIFF"};
}

Dataset open_raster(const std::filesystem::path& path) {
  GDALAllRegister();
  CPLErrorReset();
  Dataset dataset(GDALDataset::Open(path.c_str(), GDAL_OF_RASTER | GDAL_OF_READONLY));
  if (!dataset) throw bad_raster(path, "no raster");
  if (dataset->GetRasterCount() < 1) throw bad_raster(path, "no band");
  return dataset;
}

struct HeightStatistics {
  double lowest = std::numeric_limits<double>::infinity();
  double highest = -std::numeric_limits<double>::infinity();
  double valid = 0.0, total = 0.0;  ///< cells
  double nodata_share() const { return total > 0.0 ? 1.0 - valid / total : 0.0; }
};

void add_window(const std::vector<double>& values, bool has_nodata, double nodata,
                HeightStatistics& statistics) {
  for (double z : values) {
    statistics.total += 1.0;
    if (!std::isfinite(z) || z < kLowestHeight || (has_nodata && z == nodata)) continue;
    statistics.valid += 1.0;
    statistics.lowest = std::min(statistics.lowest, z);
    statistics.highest = std::max(statistics.highest, z);
  }
}

/// Reads the whole first band, window by window.
HeightStatistics scan_heights(const std::filesystem::path& path, GDALRasterBand& band) {
  Progress progress("info");
  HeightStatistics statistics;
  int has_nodata = 0;
  const double nodata = band.GetNoDataValue(&has_nodata);
  std::vector<double> values;
  for (int y = 0; y < band.GetYSize(); y += kWindow)
    for (int x = 0; x < band.GetXSize(); x += kWindow) {
      const int columns = std::min(kWindow, band.GetXSize() - x),
                rows = std::min(kWindow, band.GetYSize() - y);
      values.resize(static_cast<std::size_t>(columns) * rows);
      if (band.RasterIO(GF_Read, x, y, columns, rows, values.data(), columns, rows, GDT_Float64, 0, 0) !=
          CE_None)
        throw bad_raster(path, fmt::format("cells that cannot be read at column {}, row {}", x, y));
      add_window(values, has_nodata != 0, nodata, statistics);
      progress.update(statistics.total, static_cast<double>(band.GetXSize()) * band.GetYSize());
    }
  return statistics;
}

Json map_json(GDALDataset& dataset) {
  Json json;
  std::array<double, 6> transform{};
  if (dataset.GetGeoTransform(transform.data()) == CE_None) {
    json["west"] = transform[0];
    json["north"] = transform[3];
    json["cell_x"] = transform[1];
    json["cell_y"] = -transform[5];
    json["rotated"] = transform[2] != 0.0 || transform[4] != 0.0;
  }
  const OGRSpatialReference* reference = dataset.GetSpatialRef();
  json["crs"] = reference && reference->GetName() ? reference->GetName() : "";
  const char* unit = "";
  if (reference && !reference->IsGeographic()) reference->GetLinearUnits(&unit);
  json["crs_unit"] = reference && reference->IsGeographic() ? "degree" : unit;
  json["body_radius"] = reference ? reference->GetSemiMajor() : 0.0;
  return json;
}

Json band_json(GDALRasterBand& band, const HeightStatistics& statistics) {
  Json json{{"data_type", GDALGetDataTypeName(band.GetRasterDataType())},
            {"height_unit", band.GetUnitType()}};
  int has_nodata = 0;
  const double nodata = band.GetNoDataValue(&has_nodata);
  json["nodata"] = has_nodata ? Json(nodata) : Json();
  json["nodata_share"] = statistics.nodata_share();
  json["lowest"] = statistics.valid > 0.0 ? Json(statistics.lowest) : Json();
  json["highest"] = statistics.valid > 0.0 ? Json(statistics.highest) : Json();
  json["overviews"] = band.GetOverviewCount();
  return json;
}

std::string raster_text(const Json& json) {
  using enum TextTable::Align;
  TextTable table({left, left});
  for (const auto& [key, value] : json.items())
    table.add_row({"  " + key, value.is_number_float() ? number_text(value.get<double>(), 10)
                               : value.is_string()     ? value.get<std::string>()
                               : value.is_null()       ? "none"
                                                       : value.dump()});
  return "raster\n" + table.text();
}

}  // namespace

InfoReport describe_raster(const std::filesystem::path& path) {
  const QuietGdal quiet;
  const Dataset dataset = open_raster(path);
  GDALRasterBand& band = *dataset->GetRasterBand(1);
  const HeightStatistics statistics = scan_heights(path, band);
  InfoReport report;
  report.json = {{"kind", "raster"},
                 {"file", path.string()},
                 {"driver", dataset->GetDriverName()},
                 {"columns", dataset->GetRasterXSize()},
                 {"rows", dataset->GetRasterYSize()},
                 {"bands", dataset->GetRasterCount()}};
  report.json.update(map_json(*dataset));
  report.json.update(band_json(band, statistics));
  report.text = raster_text(report.json);
  if (statistics.valid == 0.0) report.notes.push_back("no cell holds a height");
  return report;
}

}  // namespace grouser::cli
