// SPDX-License-Identifier: BSD-3-Clause
// Seams of mosaics: straight lines along rows or columns at which the pieces of a mosaic do not meet in
// height. The step across a pair of cells is J of box_offsets.hpp, so slopes cancel. Natural ground has
// cliffs, but none that keeps to one row of cells, with one sign, for as long.
#pragma once
#include <vector>

#include "grouser/survey/raster/height_window.hpp"

namespace grouser {

enum class SeamLine { along_rows, along_columns };

struct MosaicSeam {
  SeamLine line = SeamLine::along_columns;
  int at = 0;               ///< column west of the seam, or row north of it
  int first = 0, last = 0;  ///< rows, or columns, between which it was seen
  double step = 0.0;        ///< by which the ground east, or south, of it is higher, m; median
  int cells() const { return last - first + 1; }
};

/// The least length of a seam, cells.
inline constexpr int kLeastSeam = 64;

/// Pieces of seams in `core`. The median step of each stretch of 32 cells must be above ten times the
/// scatter of such medians in the core and above `least_step` (m), and two thirds of its cells must step to
/// that side. The window must reach 3 cells beyond the core; its states say which heights count.
std::vector<MosaicSeam> find_mosaic_seams(const HeightWindow&, const CellRect& core, double least_step);

/// Joins pieces that go on from each other (tiles of one raster), and drops what is shorter than kLeastSeam.
std::vector<MosaicSeam> joined_seams(std::vector<MosaicSeam> pieces);

}  // namespace grouser
