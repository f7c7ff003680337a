// SPDX-License-Identifier: BSD-3-Clause
// Degrees, which people read and write; the library's own angles are in radians.
#pragma once
#include <numbers>

namespace grouser {

inline constexpr double kDegree = std::numbers::pi / 180.0;   ///< rad in a degree
inline constexpr double kDegrees = 180.0 / std::numbers::pi;  ///< degrees in a radian

}  // namespace grouser
