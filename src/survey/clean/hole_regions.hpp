// SPDX-License-Identifier: BSD-3-Clause
// The cells to fill, in pieces that are kriged one by one. A hole that fits into a square of `small_hole`
// cells is one piece; larger ones are cut by a lattice of overlapping blocks, tied to the raster's columns
// and rows. Overlaps are blended with weights that add up to one, so no seam shows where two blocks meet, and
// a window elsewhere on the raster cuts the same pieces.
#pragma once
#include <vector>

#include "grouser/survey/clean/hole_samples.hpp"

namespace grouser {

struct HoleLattice {
  int small_hole = 200;  ///< cells
  int block = 96;        ///< side of a block without its margin, cells
  int margin = 32;       ///< by which it extends over its neighbours on each side, cells
};

struct HoleRegion {
  bool whole = false;  ///< all of a small hole
  CellRect block;      ///< without its margin; not for whole holes
  std::vector<Cell> cells;
};

/// The pieces that have at least one cell inside `core`.
std::vector<HoleRegion> find_hole_regions(const HeightWindow&, const CellRect& core, const HoleLattice&);

/// Weight of a region at one of its cells: 1 inside, down to 0 across the margins.
double region_weight(const HoleRegion&, const HoleLattice&, const Cell&);

}  // namespace grouser
