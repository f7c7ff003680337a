// SPDX-License-Identifier: BSD-3-Clause
// Step between a filled hole and its rim, as a measure of the fill.
#pragma once
#include <cstdint>
#include <span>

namespace grouser {

/// The largest step between a filled cell and a measured one beside it, less what the slopes before and
/// behind explain (J of box_offsets.hpp, along rows and columns), m; 0 where no filled cell has a measured
/// neighbour. Row by row: heights in m, NaN where there is none; filled: not 0 where a height was filled
/// in.
double largest_seam_step(std::span<const double> heights, std::span<const std::uint8_t> filled, int columns);

}  // namespace grouser
