// SPDX-License-Identifier: BSD-3-Clause
// The appearance of a body: simple shapes from the vehicle file, converted to meshes by the viewer. No
// physics.
#pragma once
#include <array>
#include <string>
#include <vector>

#include "grouser/math/pose.hpp"

namespace grouser {

enum class VisualKind {
  box,       ///< size = full lengths x, y, z
  cylinder,  ///< axis y, size = (radius, length, -)
  tube,      ///< rod of circular section from `pose.p` to `end`, size.x = radius
  sphere,    ///< size.x = radius
  wheel,     ///< axis y, size = (radius, width, grouser height); `count` grousers
  panel,     ///< solar panel: flat box with a cell grid, size = full lengths
  ramp       ///< wedge: size = full lengths, rising along +x
};

struct VisualShape {
  int body = -1;  ///< index into the scene's bodies, -1: the world
  VisualKind kind = VisualKind::box;
  RigidTransform pose;  ///< in the body frame
  Vec3 size = Vec3::Ones();
  Vec3 end = Vec3::Zero();
  int count = 0;
  std::array<double, 3> colour{0.8, 0.8, 0.8};  ///< linear 0..1
};

}  // namespace grouser
