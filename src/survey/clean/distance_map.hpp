// SPDX-License-Identifier: BSD-3-Clause
// Distance of every cell of a rectangle to the nearest marked cell. Exact (Felzenszwalb & Huttenlocher,
// "Distance transforms of sampled functions", Theory of Computing 8, 2012: lower envelope of parabolas).
#pragma once
#include <cstdint>
#include <vector>

namespace grouser {

/// Squared distances in cells, row by row; a very large number where nothing is marked.
std::vector<float> squared_distances(const std::vector<std::uint8_t>& marked, int columns, int rows);

}  // namespace grouser
