// SPDX-License-Identifier: BSD-3-Clause
// Boxes: rectangles of ground that stereo matching left 0.5 to 1 m too high or too low (HiRISE DTM README).
// Only their edges give them away: a kernel that compares a cell with its neighbours responds as strongly on
// any steep slope. But their edges are straight, along rows and columns, all round, and the step has one
// size.
//
// The step across a pair of cells is their difference less the mean of the differences before and behind, so
// slopes cancel:
//   J = (z2 - z1) - ((z1 - z0) + (z3 - z2)) / 2
#pragma once
#include <vector>

#include "grouser/survey/raster/height_window.hpp"

namespace grouser {

struct BoxOptions {
  double least_step = 0.4;  ///< m
  /// The step must also be at least this times the scatter of J on the ground
  double roughness_factor = 4.0;
  int least_side = 6;   ///< cells
  int most_side = 128;  ///< cells
};
/// Throws InputError.
void validate(const BoxOptions&);

struct BoxOffset {
  CellRect cells;
  double step = 0.0;  ///< height by which the box stands above its surroundings, m
};

/// Boxes whose north-west cell is in `core`. The window must reach most_side + 3 cells beyond it.
std::vector<BoxOffset> find_box_offsets(const HeightWindow&, const CellRect& core, const BoxOptions& = {});

}  // namespace grouser
