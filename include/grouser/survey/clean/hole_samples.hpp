// Which known cells the kriging of a hole looks at.
//
// The paper draws 1,000 cells at random from the whole image. What decides the ground inside a hole is its
// rim, so the default here is stratified: every cell of the rim, then one cell at random of each square of 2,
// 4, 8, ... cells, the squares growing with the distance from the hole. The draws hang on the raster's
// columns and rows and a seed alone, so windows that overlap draw the same cells.
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

/// Samples for `hole` out of the window's known cells; x is the column, y the row. The spacing grows until at
/// most budget.most are left. Empty where no known cell is within reach.
HeightSamples stratified_samples(const HeightWindow&, const std::vector<Cell>& hole, const SampleBudget&);

/// `count` known cells of the window drawn uniformly at random without repetition; all of them if there are
/// fewer.
HeightSamples random_samples(const HeightWindow&, int count, std::uint64_t seed);

/// Half of `count` drawn like that, the other half the four neighbours of each fourth of them. The length of
/// a covariance shows far apart; its noise in second differences, which slopes drop out of. (Pairs at random
/// distances left it open: 1e-8 to 3e-5 of the variance on one smooth tile, by where a hole was cut.)
HeightSamples crossed_samples(const HeightWindow&, int count, std::uint64_t seed);

}  // namespace grouser
