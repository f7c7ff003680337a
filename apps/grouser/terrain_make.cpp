// grouser terrain make: a GeoTIFF from a terrain recipe.
#include <fmt/format.h>

#include <iostream>
#include <memory>

#include "console.hpp"
#include "grouser/base/asset_path.hpp"
#include "grouser/base/hash.hpp"
#include "grouser/terrain/geotiff.hpp"
#include "grouser/terrain/recipe.hpp"
#include "output_path.hpp"
#include "terrain_command.hpp"

namespace grouser::cli {
namespace {

struct MakeArguments {
  std::string recipe, out;
  bool json = false;
};

int make_geotiff(const MakeArguments& arguments) {
  check_output_path("--out", arguments.out);
  const std::string file = resolve_asset(arguments.recipe, "").string();
  const TomlTable recipe = TomlTable::load(file);
  const Heightfield field = make_terrain(recipe, file);
  recipe.finish();
  write_geotiff(arguments.out, field);
  const HeightfieldSpec& s = field.spec();
  if (arguments.json)
    print_json({{"file", arguments.out},
                {"columns", s.columns},
                {"rows", s.rows},
                {"cell", s.cell},
                {"lowest", field.lowest()},
                {"highest", field.highest()},
                {"hash", hash_text(field.hash())}});
  else
    std::cout << fmt::format("{}: {} x {} cells of {} m, heights {:.3f} to {:.3f} m\n", arguments.out,
                             s.columns, s.rows, s.cell, field.lowest(), field.highest());
  return kExitOk;
}

}  // namespace

void add_terrain_make(CLI::App& terrain, Job& job) {
  auto arguments = std::make_shared<MakeArguments>();
  CLI::App* command = terrain.add_subcommand("make", "Make a GeoTIFF from a terrain recipe");
  command->add_option("RECIPE", arguments->recipe, "A terrain recipe: here, or in the program's home folder")
      ->required()
      ->type_name("RECIPE.toml");
  command->add_option("--out", arguments->out, "The GeoTIFF to write")->required()->type_name("OUT.tif");
  command->add_flag("--json", arguments->json, "Report as JSON");
  command->footer("Example: grouser terrain make terrains/mars_made.toml --out mars_made.tif");
  command->callback([arguments, &job] { job = [arguments] { return make_geotiff(*arguments); }; });
}

}  // namespace grouser::cli
