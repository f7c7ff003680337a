// grouser soilmap new: a map of one class on a terrain's grid.
#include <fmt/format.h>

#include <iostream>
#include <memory>

#include "output_path.hpp"
#include "soilmap_command.hpp"

namespace grouser::cli {
namespace {

struct NewArguments {
  std::string terrain, out, fill;
  std::vector<std::string> classes;
  bool json = false;
};

int make_map(const NewArguments& a) {
  check_output_path("--out", a.out);
  const SoilLegend legend = legend_of(a.classes);
  check_soils(legend, std::filesystem::path(a.out).parent_path());
  const SoilClass& first = a.fill.empty() ? legend.classes().front() : legend.at(a.fill, "--fill");
  const SoilGrid grid = grid_of(load_site(a.terrain));
  const SoilMap map(grid, legend,
                    std::vector<std::uint8_t>(grid.count(), static_cast<std::uint8_t>(first.value)), a.out);
  save_new_map(a.out, map);
  if (a.json) {
    print_json({{"file", a.out},
                {"legend", legend_path(a.out).string()},
                {"columns", grid.columns},
                {"rows", grid.rows},
                {"cell", grid.cell},
                {"classes", class_list(map)}});
  } else {
    std::cout << fmt::format("{}: {} x {} cells of {} m, all {}; legend {}\n", a.out, grid.columns, grid.rows,
                             grid.cell, first.name, legend_path(a.out).string());
  }
  return kExitOk;
}

}  // namespace

void add_soilmap_new(CLI::App& soilmap, Job& job) {
  auto a = std::make_shared<NewArguments>();
  CLI::App* command = soilmap.add_subcommand("new", "Make a map of one class on a terrain's grid");
  command->add_option("TERRAIN", a->terrain, "A raster of heights, or a terrain recipe")->required();
  command
      ->add_option("--class", a->classes,
                   "A class and its soil: an id of 'grouser soils', or a file beside the map")
      ->required()
      ->type_name("NAME=SOIL");
  command->add_option("--fill", a->fill, "The class of all cells; default: the first")->type_name("NAME");
  command->add_option("--out", a->out, "The map to write, its legend beside it")
      ->required()
      ->type_name("MAP.tif");
  command->add_flag("--json", a->json, "Report as JSON");
  command->footer(
      "Example: grouser soilmap new site.tif --class sand=wong_LETE_sand --class rock=bedrock --out "
      "soils.tif");
  command->callback([a, &job] { job = [a] { return make_map(*a); }; });
}

}  // namespace grouser::cli
