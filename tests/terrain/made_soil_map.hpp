// SPDX-License-Identifier: BSD-3-Clause
// Soil maps made from a function, for the tests of this folder.
#pragma once
#include "grouser/terrain/surface/soil_map.hpp"
#include "made_fields.hpp"

namespace grouser::test {

inline SoilLegend four_classes() {
  return {{{0, "dust", "wong_dry_sand_LLL", {200, 180, 150}},
           {1, "sand", "wong_LETE_sand", {220, 160, 80}},
           {2, "plate", "hard_plate", {120, 120, 130}},
           {3, "clay", "wong_heavy_clay_25pct_WES", {150, 70, 40}}},
          "test"};
}

/// A square grid about the origin.
inline SoilGrid square_grid(int cells, double cell) {
  return {.columns = cells,
          .rows = cells,
          .west = -0.5 * (cells - 1) * cell,
          .north = 0.5 * (cells - 1) * cell,
          .cell = cell};
}

/// Class of each cell by f(x, y) at its centre.
template <typename F>
SoilMap map_on(const SoilGrid& grid, F&& f) {
  std::vector<std::uint8_t> cells;
  for (int row = 0; row < grid.rows; ++row)
    for (int column = 0; column < grid.columns; ++column)
      cells.push_back(
          static_cast<std::uint8_t>(f(grid.west + column * grid.cell, grid.north - row * grid.cell)));
  return {grid, four_classes(), std::move(cells), "test"};
}

}  // namespace grouser::test
