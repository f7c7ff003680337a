// SPDX-License-Identifier: BSD-3-Clause
// The largest step between a filled cell and a kept one beside it, beyond the mean slope on both sides, m.
#include "grouser/survey/clean/seam_step.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "grouser/base/error.hpp"

namespace grouser {

double largest_seam_step(std::span<const double> heights, std::span<const std::uint8_t> filled, int columns) {
  GROUSER_ASSERT(columns > 0 && heights.size() == filled.size() && heights.size() % columns == 0);
  const auto across = static_cast<std::size_t>(columns), rows = heights.size() / across;
  double largest = 0.0;
  // The step between cells i and i + stride; the line must go on by a cell on either side.
  const auto look = [&](std::size_t i, std::size_t stride) {
    const std::size_t next = i + stride;
    if ((filled[i] != 0) == (filled[next] != 0)) return;
    const double step = heights[next] - heights[i];
    const double slope = 0.5 * (heights[i] - heights[i - stride] + heights[next + stride] - heights[next]);
    if (const double j = std::fabs(step - slope); j > largest) largest = j;  // false for NaN
  };
  for (std::size_t row = 0; row < rows; ++row)
    for (std::size_t column = 0; column < across; ++column) {
      const std::size_t i = row * across + column;
      if (column >= 1 && column + 2 < across) look(i, 1);
      if (row >= 1 && row + 2 < rows) look(i, across);
    }
  return largest;
}

}  // namespace grouser
