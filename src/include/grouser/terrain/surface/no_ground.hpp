// SPDX-License-Identifier: BSD-3-Clause
// Worlds without ground: in orbit (`[terrain] kind = "none"`) the base plane lies out of reach of everything.
#pragma once
#include "grouser/terrain/surface/terrain.hpp"

namespace grouser {

inline constexpr double kOutOfReach = -1e7;  ///< m: height of that plane

/// Whether there is ground to stand on, to draw and to look at.
inline bool has_ground(const Terrain& terrain) {
  return terrain.heightfield() || terrain.plane().z0 > 0.5 * kOutOfReach;
}

}  // namespace grouser
