// SPDX-License-Identifier: BSD-3-Clause
// Cuts from a soil map the cells of a terrain. Both grids must have the same cells; nothing is resampled.
#include "grouser/survey/soil_map/soil_map_cut.hpp"

#include <fmt/format.h>

#include <cmath>

#include "grouser/base/error.hpp"
#include "raster/raster_library.hpp"

namespace grouser {
namespace {

/// Whether two texts name one coordinate reference system; true if one names none, as nothing can be
/// compared.
bool same_system(const std::string& a, const std::string& b) {
  return a.empty() || b.empty() || a == b || terrain::raster_library().same_crs(a, b);
}

/// Number of cells between two cell centres; throws InputError if it is not whole.
int cells_between(double from, double to, double cell, const SoilMap& map, const SoilGrid& field,
                  const std::string& place) {
  constexpr double kOff = 1e-3;  // of a cell: far above the rounding of map coordinates, far below a mistake
  const double steps = (to - from) / cell;
  if (!(std::fabs(steps) < 1e9) || std::fabs(steps - std::round(steps)) > kOff)
    throw InputError(place, "a soil map of " + describe(map.grid()),
                     "cells that are the terrain's: " + describe(field));
  return static_cast<int>(std::lround(steps));
}

}  // namespace

SoilMap cut_to(const SoilMap& map, const Heightfield& field, const std::string& place) {
  const SoilGrid wanted = grid_of(field), &have = map.grid();
  constexpr double kSameCell = 1e-6;  // relative: a thousandth of a cell over a thousand cells
  if (std::fabs(have.cell - wanted.cell) > kSameCell * wanted.cell)
    throw InputError(place, "a soil map of " + describe(have), "the terrain's grid: " + describe(wanted));
  if (!same_system(have.crs, wanted.crs))
    throw InputError(place, "a soil map of another coordinate reference system", "the terrain's");
  // Columns count from the west, rows from the north.
  const int column =
      cells_between(have.map_x + have.west, wanted.map_x + wanted.west, wanted.cell, map, wanted, place);
  const int row =
      cells_between(wanted.map_y + wanted.north, have.map_y + have.north, wanted.cell, map, wanted, place);
  if (column < 0 || row < 0 || column + wanted.columns > have.columns || row + wanted.rows > have.rows)
    throw InputError(place, "a soil map of " + describe(have),
                     "a map that covers the terrain: " + describe(wanted));
  std::vector<std::uint8_t> cells;
  cells.reserve(wanted.count());
  for (int j = 0; j < wanted.rows; ++j) {
    const auto from = map.cells().begin() + static_cast<std::ptrdiff_t>(map.index({column, row + j}));
    cells.insert(cells.end(), from, from + wanted.columns);
  }
  return {wanted, map.legend(), std::move(cells), place};
}

}  // namespace grouser
