// SPDX-License-Identifier: BSD-3-Clause
// Sums of plane waves on a grid. Private to the terrain module.
#pragma once
#include <span>

#include "grouser/survey/make/terrain_maker.hpp"

namespace grouser::terrain {

/// amplitude sin(kx x + ky y + phase)
struct Wave {
  double kx, ky, phase, amplitude;
};

/// Adds the waves to z on the rows first .. first + count of the grid, one wave after the other.
void add_waves(std::span<const Wave> waves, const MadeGrid& grid, int first, int count, double* z);

}  // namespace grouser::terrain
