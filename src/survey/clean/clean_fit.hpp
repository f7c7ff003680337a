// SPDX-License-Identifier: BSD-3-Clause
// The fit before the kriging of a raster: length, noise and variance, and the single process of the paper's
// method.
#pragma once
#include <memory>

#include "fate_grid.hpp"
#include "grouser/survey/clean/clean.hpp"

namespace grouser {

/// The covariance that the holes of a raster are filled with.
struct CleanFit {
  MaternParams params;
  int samples = 0;
  std::unique_ptr<GaussianProcess> whole;  ///< only for KrigingSamples::random
};

/// Sets the states of a window's cells from the grid and, beyond the grid, from their heights.
void set_states(const FateGrid&, HeightWindow&);
/// A window of the raster with the states the grid gives it.
HeightWindow read_window(RasterSource&, const FateGrid&, const CellRect&);

/// `filled` counts the cells to fill in each row of the grid. Throws InputError: too few heights.
CleanFit fit_raster(RasterSource&, const FateGrid&, const std::vector<long long>& filled,
                    const CleanOptions&);

}  // namespace grouser
