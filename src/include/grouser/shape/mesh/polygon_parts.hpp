// SPDX-License-Identifier: BSD-3-Clause
// Flat polygons of any form as triangles. A fan about the first corner is taken if it covers the polygon
// once; else ears are cut off, the shortest cut first (Meisters 1975, "Polygons have ears", The American
// Mathematical Monthly 82(6)).
#pragma once
#include <array>
#include <span>
#include <vector>

#include "grouser/math/types.hpp"

namespace grouser {

/// Greatest number of corners of a polygon that ears are cut off: the work can grow with its square.
inline constexpr std::size_t kMostEarCorners = 10'000;

/// Sets `parts` to the n - 2 triangles of a polygon, as numbers of its corners, wound as it is; every corner
/// is one of a triangle, also those that lie in line with their neighbours. Corners off one plane are parted
/// as seen along the polygon's normal (Newell's). False, and no parts: the polygon has no area or crosses
/// itself so that no ear is left, or it has more corners than kMostEarCorners and no fan.
bool part_polygon(std::span<const Vec3> corners, std::vector<std::array<int, 3>>& parts);

}  // namespace grouser
