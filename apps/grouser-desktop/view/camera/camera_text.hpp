// SPDX-License-Identifier: BSD-3-Clause
// A camera as text, so that another program can look from the same place: "follow:212,20.5,4.2,0,0.1,0.3" is
// yaw and pitch in degrees, distance in m and the target's x, y, z in m, from the rover ("follow") or from
// the world's origin ("fixed"). ",parallel" at the end: without perspective.
#pragma once
#include <string>

#include "view/camera/camera.hpp"

namespace grouser::desktop {

/// `rover`: where the rover is, m.
std::string camera_text(const Camera& camera, const Vec3& rover);
/// Throws InputError.
Camera parse_camera(const std::string& text, const Vec3& rover);

}  // namespace grouser::desktop
