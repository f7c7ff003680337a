// SPDX-License-Identifier: BSD-3-Clause
// grouser terrain info: describes a height raster of any size (raster_report.hpp), and draws it.

#include "raster_options.hpp"
#include "raster_report.hpp"
#include "shared/force_option.hpp"
#include "shared/interruptible.hpp"
#include "shared/number_range.hpp"
#include "terrain_command.hpp"

namespace grouser::cli {
namespace {

struct TerrainInfoArguments {
  std::string file, plot;
  RasterArguments raster;
  bool exact = false, json = false, force = false;
};

int show_terrain(const TerrainInfoArguments& a) {
  check_outputs({{"--plot", a.plot, picture_kind()}}, {a.file}, replacing(a.force));
  const RasterOptions options = read_raster_options(a.raster);
  std::optional<RasterDescription> found;
  const int code = run_interruptible(a.file, [&](const GoOn& go_on) {
    found = describe_raster(a.file, options, a.exact ? SurveyDepth::every_cell : SurveyDepth::quick,
                            a.plot.empty() ? 0 : kPictureSide, go_on);
    require_heights(found->info);
  });
  if (code != kExitOk) return code;
  if (!a.plot.empty()) write_thumbnail(a.plot, *found);
  print_report(report_of(*found), a.json);
  return kExitOk;
}

}  // namespace

void declare_terrain_info(Command& command) {
  auto& a = command.runs(show_terrain);
  command.argument("FILE", a.file, "GeoTIFF, PDS, ISIS, VICAR, ENVI or JPEG 2000; /vsizip/x.zip/y.tif too");
  command.option("--plot OUT.png", a.plot, "Draw it, with hillshade, into this picture");
  command.flag("--exact", a.exact,
               "Look at every cell; by default the statistics of large rasters come from an overview, "
               "where there is one");
  add_raster_options(command, a.raster);
  add_force_option(command, a.force);
  command.flag("--json", a.json, "Report as one JSON object");
  command.footer("Example: grouser terrain info DTEEC_023957_1755_024023_1755_U01.IMG --plot site.png");
}

}  // namespace grouser::cli
