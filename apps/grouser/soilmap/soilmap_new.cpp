// SPDX-License-Identifier: BSD-3-Clause
// grouser soilmap new: a map of one class on a terrain's grid.

#include "soilmap_command.hpp"

namespace grouser::cli {
namespace {

struct NewArguments {
  std::string terrain, fill;
  NewMapArguments map;
};

int make_map(const NewArguments& a) {
  check_site(a.terrain);
  const SoilLegend legend = new_legend(a.map, {a.terrain});
  const SoilClass& first = a.fill.empty() ? legend.classes().front() : legend.at(a.fill, "--fill");
  const SoilGrid grid = grid_of(load_site(a.terrain));
  const std::vector<std::uint8_t> cells(grid.count(), static_cast<std::uint8_t>(first.value));
  finish_new_map(a.map, {grid, legend, cells, a.map.out}, first.name);
  return kExitOk;
}

}  // namespace

void declare_soilmap_new(Command& command) {
  auto& a = command.runs(make_map);
  command.argument("TERRAIN", a.terrain, "A raster of heights, or a terrain recipe");
  command.option("--fill NAME", a.fill, "The class of all cells; default: the first");
  add_new_map_options(command, a.map);
  command.footer(
      "Example: grouser soilmap new site.tif --class sand=wong_LETE_sand --class rock=bedrock --out "
      "soils.tif");
}

}  // namespace grouser::cli
