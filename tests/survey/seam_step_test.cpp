// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/survey/clean/seam_step.hpp"

#include <limits>
#include <vector>

#include "catch.hpp"

using namespace grouser;

namespace {

constexpr int kSeamColumns = 12, kSeamRows = 9;

/// A slope of 0.3 and -0.2 a cell, with a filled block of 4 x 3 cells that stands `step` above it.
std::vector<double> slope_with_block(double step, std::vector<std::uint8_t>& filled) {
  std::vector<double> heights;
  filled.clear();
  for (int row = 0; row < kSeamRows; ++row)
    for (int column = 0; column < kSeamColumns; ++column) {
      const bool inside = column >= 4 && column < 8 && row >= 3 && row < 6;
      filled.push_back(inside);
      heights.push_back(0.3 * column - 0.2 * row + (inside ? step : 0.0));
    }
  return heights;
}

}  // namespace

TEST_CASE("Seam step: that of a block on a slope, whichever way the slope goes", "[clean]") {
  std::vector<std::uint8_t> filled;
  for (const double step : {0.0, 0.25, -0.4}) {
    const std::vector<double> heights = slope_with_block(step, filled);
    CHECK(largest_seam_step(heights, filled, kSeamColumns) == Approx(std::fabs(step)).margin(1e-12));
  }
}

TEST_CASE("Seam step: nothing filled, nothing measured beside it, and voids", "[clean]") {
  std::vector<std::uint8_t> filled;
  std::vector<double> heights = slope_with_block(0.5, filled);
  const std::vector<std::uint8_t> none(filled.size(), 0), all(filled.size(), 1);
  CHECK(largest_seam_step(heights, none, kSeamColumns) == 0.0);
  CHECK(largest_seam_step(heights, all, kSeamColumns) == 0.0);
  for (double& z : heights) z = std::numeric_limits<double>::quiet_NaN();
  CHECK(largest_seam_step(heights, filled, kSeamColumns) == 0.0);
}
