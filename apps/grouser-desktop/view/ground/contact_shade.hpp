// SPDX-License-Identifier: BSD-3-Clause
// Shade on the ground close to what stands on it: wheels and rocks. Sun and sky have maps of their own, which
// are too coarse for the last hand's breadth. Looks only.
#pragma once
#include <vector>

#include "grouser/simulation/step/frame.hpp"
#include "grouser/terrain/memory/ground_memory.hpp"
#include "view/gl/disc_layer.hpp"

namespace grouser::desktop {

/// `ground` may be null: no ruts. Rocks are those near `focus`.
std::vector<SoftDisc> contact_shades(const Scene& scene, const Frame& frame, const GroundMemory* ground,
                                     const Vec3& focus);

}  // namespace grouser::desktop
