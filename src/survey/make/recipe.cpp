// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/survey/make/recipe.hpp"

#include <fmt/format.h>

#include "grouser/base/error.hpp"
#include "grouser/math/elementary.hpp"
#include "grouser/survey/make/terrain_maker.hpp"
#include "grouser/terrain/surface/no_ground.hpp"

namespace grouser {

BasePlane recipe_plane(const TomlTable& t) {
  const int kind = t.choice("kind", {"flat", "plane", "none"});
  if (kind != 1) return {.z0 = kind == 0 ? 0.0 : kOutOfReach};
  const double slope = math::tan(t.angle_deg("slope_deg", {-80.0, 80.0, false, "deg"}));
  const math::SinCos uphill = math::sincos(t.angle_deg_or("uphill_deg", 0.0));
  return {0.0, slope * uphill.cos, slope * uphill.sin};
}

Heightfield make_terrain(const TomlTable& t, const std::string& source) {
  const TerrainMaker maker(t);
  const MadeGrid& grid = maker.grid();
  constexpr long long kMaxCells = 64'000'000;
  const long long cells = static_cast<long long>(grid.columns) * grid.rows;
  if (cells > kMaxCells)
    throw InputError(t.place("cell"), fmt::format("{} x {} cells", grid.columns, grid.rows),
                     "at most 64 million in memory (grouser terrain make writes larger ones to a GeoTIFF)");
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
