// SPDX-License-Identifier: BSD-3-Clause
// grouser terrain slope: maps of slope and of where a rover can go, by slope_map() and traversability_map(),
// each with a style for QGIS.
#include <fmt/format.h>

#include <iostream>

#include "grouser/base/error.hpp"
#include "grouser/exchange/maps/value_map.hpp"
#include "grouser/math/units.hpp"
#include "shared/force_option.hpp"
#include "shared/number_range.hpp"
#include "soilmap/soilmap_command.hpp"
#include "terrain_command.hpp"

namespace grouser::cli {
namespace {

struct SlopeArguments {
  std::string file, out, traversability, most_slope = "20", most_step = "0.15";
  bool json = false, force = false;
};

/// Writes the maps that were asked for and reports their highest values.
int map_slope(const SlopeArguments& a) {
  if (a.out.empty() && a.traversability.empty())
    throw InputError("grouser terrain slope", "nothing to write",
                     "--out SLOPE.tif, --traversability FILE.tif or both");
  const TraversabilityLimits limits{
      parse_number("--max-slope", a.most_slope, {0.0, 90.0, true, "deg"}) * kDegree,
      parse_number("--max-step", a.most_step, {0.0, 1e3, true, "m"})};
  const FileKind style = text_kind({".qml"}, "<!DOCTYPE qgis");
  std::vector<OutputFile> outputs{{"--out", a.out, geotiff_kind()},
                                  {"--traversability", a.traversability, geotiff_kind()}};
  // Styles are written beside the maps and are outputs too.
  for (const std::string& file : {a.out, a.traversability})
    if (!file.empty()) outputs.push_back({"--out", style_path(file).string(), style});
  check_outputs(outputs, {a.file}, replacing(a.force));
  const Heightfield field = load_site(a.file);
  Json report = Json::object();
  const auto write = [&](const std::string& path, const char* name, const ValueMap& map) {
    write_value_map(path, map);
    report[name] = {{"file", path}, {"style", style_path(path).string()}, {"highest", map.style.highest}};
    if (!a.json)
      std::cout << fmt::format("{}: {} x {} cells of {:g} m, {} 0 to {:.4g} {}; colours for QGIS {}\n", path,
                               map.grid.columns, map.grid.rows, map.grid.cell, name, map.style.highest,
                               map.style.unit, style_path(path).string());
  };
  if (!a.out.empty()) write(a.out, "slope", slope_map(field));
  if (!a.traversability.empty()) write(a.traversability, "traversability", traversability_map(field, limits));
  if (a.json) print_json(report);
  return kExitOk;
}

}  // namespace

void declare_terrain_slope(Command& command) {
  auto& a = command.runs(map_slope);
  command.argument("SITE SITE.tif|RECIPE.toml", a.file, "A raster of heights, or a terrain recipe");
  command.option("--out SLOPE.tif", a.out, "Slope of each cell, deg");
  command.option("--traversability FILE.tif", a.traversability, "1: level; 0: at a limit or beyond");
  command.option("--max-slope DEG", a.most_slope, "Limit of the rover, of --traversability");
  command.option("--max-step M", a.most_step, "Limit of the rover: height between neighbouring cells");
  add_force_option(command, a.force);
  command.flag("--json", a.json, "Report as JSON");
  command.footer(
      "Example: grouser terrain slope site.tif --out slope.tif --traversability go.tif --max-slope 18");
}

}  // namespace grouser::cli
