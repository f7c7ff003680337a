// What the kriging of a raster learns before it fills: length, noise and variance, and the one process of the
// paper's way.
#pragma once
#include <memory>

#include "fate_grid.hpp"
#include "grouser/survey/clean/clean.hpp"

namespace grouser {

struct CleanFit {
  MaternParams params;
  int samples = 0;
  std::unique_ptr<GaussianProcess> whole;  ///< KrigingSamples::random alone
};

/// What is known of a window's cells by the grid and, beyond it, by their heights.
void set_states(const FateGrid&, HeightWindow&);
/// A window of the raster with the states the grid gives it.
HeightWindow read_window(RasterSource&, const FateGrid&, const CellRect&);

/// `filled` counts the cells to fill, row by row of the grid. Throws InputError: too few heights.
CleanFit fit_raster(RasterSource&, const FateGrid&, const std::vector<long long>& filled,
                    const CleanOptions&);

}  // namespace grouser
