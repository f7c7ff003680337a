// SPDX-License-Identifier: BSD-3-Clause
// grouser soilmap info: describes a soil map, checks that its soils exist, and draws it, with a terrain only
// the part that lies on it.
#include <fmt/format.h>

#include <iostream>

#include "grouser/recording/plot/class_map_plot.hpp"
#include "grouser/survey/soil_map/soil_map_cut.hpp"
#include "shared/force_option.hpp"
#include "soilmap_command.hpp"

namespace grouser::cli {
namespace {

struct SoilMapInfoArguments {
  std::string map, terrain, plot;
  bool json = false, force = false;
};

/// Writes the picture; heights give hillshade and may be empty.
void draw(const std::string& path, const SoilMap& map, std::vector<float> heights) {
  const SoilGrid& g = map.grid();
  ClassMapPanel panel{.title = "Soils",
                      .columns = g.columns,
                      .rows = g.rows,
                      .west = g.west,
                      .north = g.north,
                      .cell = g.cell,
                      .cells = {map.cells().begin(), map.cells().end()},
                      .heights = std::move(heights),
                      .classes = {}};
  for (const Json& c : class_list(map)) {
    const SoilClass& known = *map.legend().find(c["value"].get<int>());
    panel.classes.push_back(
        {static_cast<std::uint8_t>(known.value), known.colour,
         fmt::format("{}: {} ({:.1f} %)", known.name, known.soil, 100.0 * c["share"].get<double>())});
  }
  write_class_map(path, panel);
}

/// The part of the map on the terrain, and that terrain's heights. Throws InputError if the map does not
/// cover it.
SoilMap on_terrain(const SoilMap& map, const SoilMapInfoArguments& a, std::vector<float>& heights) {
  const Heightfield site = load_site(a.terrain);
  heights = site.spec().offsets;
  return cut_to(map, site, a.map);
}

/// Loads map and journal, checks soils and terrain, and reports the classes with their areas.
int describe_map(const SoilMapInfoArguments& a) {
  check_outputs({{"--plot", a.plot, picture_kind()}},
                {a.map, legend_path(a.map), journal_path(a.map), a.terrain}, replacing(a.force));
  const SoilMap map = load_soil_map(a.map);
  check_soils(map.legend(), std::filesystem::path(a.map).parent_path());
  std::vector<float> heights;
  const SoilMap shown = a.terrain.empty() ? map : on_terrain(map, a, heights);
  const SoilMapJournal journal = load_journal(a.map, map);
  if (!a.plot.empty()) draw(a.plot, shown, std::move(heights));
  const SoilGrid& g = map.grid();
  if (a.json) {
    print_json({{"file", a.map},
                {"columns", g.columns},
                {"rows", g.rows},
                {"cell", g.cell},
                {"map_x", g.map_x},
                {"map_y", g.map_y},
                {"classes", class_list(map)},
                {"edits", journal.edits().size()},
                {"edits_done", journal.position()}});
    return kExitOk;
  }
  std::cout << fmt::format("{}: {} x {} cells of {} m, middle at ({:.3f}, {:.3f})\n", a.map, g.columns,
                           g.rows, g.cell, g.map_x, g.map_y);
  print_classes(map);
  if (!journal.edits().empty())
    std::cout << fmt::format("{} of {} edits are done\n", journal.position(), journal.edits().size());
  return kExitOk;
}

}  // namespace

void declare_soilmap_info(Command& command) {
  auto& a = command.runs(describe_map);
  command.argument("MAP MAP.tif", a.map, "The map");
  command.option("--terrain SITE.tif", a.terrain,
                 "Also check that the map fits this terrain; the picture shows that part, with hillshade");
  command.option("--plot PICTURE.png", a.plot, "Draw the map");
  add_force_option(command, a.force);
  command.flag("--json", a.json, "Report as JSON");
  command.footer("Example: grouser soilmap info soils.tif --terrain site.tif --plot soils.png");
}

}  // namespace grouser::cli
