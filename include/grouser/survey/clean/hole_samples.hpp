// SPDX-License-Identifier: BSD-3-Clause
// Selects the known cells that the kriging of a hole uses.
//
// The paper draws 1,000 cells at random from the whole image. The ground inside a hole is determined by its
// rim, so the default here is stratified: every cell of the rim, then one random cell from each square of 2,
// 4, 8, ... cells, with the squares growing with the distance from the hole. The draws depend only on the
// raster's columns and rows and a seed, so overlapping windows draw the same cells.
#pragma once
#include <cstdint>
#include <vector>

#include "grouser/survey/clean/gaussian_process.hpp"
#include "grouser/survey/raster/height_window.hpp"

namespace grouser {

struct Cell {
  int column = 0, row = 0;
  friend bool operator==(const Cell&, const Cell&) = default;
};

/// No sample is farther than this from the cells it serves, cells.
inline constexpr int kSampleReach = 280;

struct SampleBudget {
  int most = 600;  ///< samples of one neighbourhood
  std::uint64_t seed = 1;
};

/// Samples for `hole` from the known cells of the window; x is the column, y the row. The spacing grows until
/// at most budget.most are left. Empty where no known cell is within reach.
HeightSamples stratified_samples(const HeightWindow&, const std::vector<Cell>& hole, const SampleBudget&);

/// `count` known cells of the window, drawn uniformly at random without repetition; all of them if there are
/// fewer.
HeightSamples random_samples(const HeightWindow&, int count, std::uint64_t seed);

/// Half of `count` is drawn like that; the other half are the four neighbours of every fourth of them. The
/// length of a covariance shows at large distances, its noise in second differences, from which slopes drop
/// out. (Pairs at random distances left the noise undetermined: 1e-8 to 3e-5 of the variance on one smooth
/// tile, depending on where a hole was cut.)
HeightSamples crossed_samples(const HeightWindow&, int count, std::uint64_t seed);

}  // namespace grouser
