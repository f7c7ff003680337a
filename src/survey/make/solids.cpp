// SPDX-License-Identifier: BSD-3-Clause
// Shapes and rocks of a recipe, and their text for the file beside a raster. All shapes belong to the world.
#include "grouser/survey/make/solids.hpp"

#include <fmt/format.h>

#include "grouser/base/error.hpp"
#include "grouser/base/key_visitors.hpp"
#include "grouser/survey/make/terrain_input.hpp"

namespace grouser {
Solids read_solids(const TomlTable& recipe, const TerrainMaker& maker) {
  Solids solids;
  solids.shapes = read_shapes(recipe, solids.soils);
  for (const RigidShape& shape : solids.shapes)
    if (shape.owner != "world")
      throw InputError(recipe.place("shape"), "'" + shape.name + "' carried by '" + shape.owner + "'",
                       "shapes of the world (others belong in a scenario)");
  if (recipe.has("rocks"))
    solids.rocks = read_rocks(recipe.table("rocks"), maker.seed(), maker.grid(), {}, &solids.rock_soil);
  return solids;
}

std::string solids_text(const Solids& solids) {
  std::string text =
      std::string(kSolidsFirstLine) + ", in its map coordinates (grouser terrain make).\nunits = \"SI\"\n";
  if (!solids.rocks.empty()) text += "\n" + laid_rocks(solids.rocks, solids.rock_soil);
  Solids shown = solids;
  KeyWriter writer;
  visit_shapes(writer, shown.shapes, shown.soils);
  return text + "\n" + writer.text();
}

}  // namespace grouser
