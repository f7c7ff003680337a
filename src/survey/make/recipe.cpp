// SPDX-License-Identifier: BSD-3-Clause
// Functions for a whole recipe: its plane, the list of all its keys, and the heightfield it makes in memory.
#include "grouser/survey/make/recipe.hpp"

#include <fmt/format.h>

#include "ground_layer.hpp"
#include "grouser/base/error.hpp"
#include "grouser/survey/make/terrain_maker.hpp"
#include "grouser/terrain/surface/shape_input.hpp"
#include "rock_keys.hpp"

namespace grouser {

BasePlane recipe_plane(const TomlTable& t) {
  terrain::BaseKeys base;
  KeyReader reader(t);
  visit_keys(reader, base);
  return base.plane();
}

std::vector<ListedSection> list_recipe_keys() {
  terrain::GroundRecipe recipe;
  RockKeys rocks;
  std::vector<RigidShape> shapes;
  std::vector<std::string> soils;
  KeyLister lister;
  visit_keys(lister, recipe);
  visit_shapes(lister, shapes, soils);
  lister.table({"rocks", "rocks on the ground"}, [&] { visit_rocks(lister, recipe.grid, rocks); });
  return lister.sections();
}

Heightfield make_terrain(const TomlTable& t, const std::string& source) {
  const TerrainMaker maker(t);
  const MadeGrid& grid = maker.grid();
  constexpr long long kMaxCells = 64'000'000;
  const long long cells = static_cast<long long>(grid.columns) * grid.rows;
  if (cells > kMaxCells)
    throw InputError(t.place("cell"), fmt::format("{} x {} cells", grid.columns, grid.rows),
                     "at most 64 million in memory (grouser terrain make writes larger ones to a GeoTIFF)");
  // Cells are points of the grid about the origin; offsets are heights, m.
  HeightfieldSpec spec;
  spec.columns = grid.columns;
  spec.rows = grid.rows;
  spec.west = grid.west;
  spec.north = grid.north;
  spec.cell = grid.cell;
  spec.source = source;
  spec.offsets.resize(static_cast<std::size_t>(cells));
  maker.make_rows(0, grid.rows, spec.offsets);
  return Heightfield(std::move(spec));
}

}  // namespace grouser
