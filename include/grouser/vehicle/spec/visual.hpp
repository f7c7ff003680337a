// SPDX-License-Identifier: BSD-3-Clause
// The appearance of a body: simple shapes from the vehicle file, converted to meshes by the viewer, and
// triangles from files. No physics.
#pragma once
#include <array>
#include <memory>
#include <string>
#include <vector>

#include "grouser/math/pose.hpp"

namespace grouser {

struct TriangleMesh;

enum class VisualKind {
  box,       ///< size = full lengths x, y, z
  cylinder,  ///< axis y, size = (radius, length, -)
  tube,      ///< rod of circular section from `pose.p` to `end`, size.x = radius
  sphere,    ///< size.x = radius
  wheel,     ///< axis y, size = (radius, width, grouser height); `count` grousers
  panel,     ///< solar panel: flat box with a cell grid, size = full lengths
  ramp,      ///< wedge: size = full lengths, rising along +x
  mesh       ///< triangles of a file, in the axes of that file; they need not close
};

struct VisualShape {
  int body = -1;  ///< index into the scene's bodies, -1: the world
  VisualKind kind = VisualKind::box;
  RigidTransform pose;  ///< in the body frame
  Vec3 size = Vec3::Ones();
  Vec3 end = Vec3::Zero();
  int count = 0;
  std::string file;                             ///< of a mesh, as the vehicle's file names it
  double scale = 1.0;                           ///< of a mesh, m per unit of that file
  std::shared_ptr<const TriangleMesh> mesh;     ///< set for a mesh, in m
  std::array<double, 3> colour{0.8, 0.8, 0.8};  ///< linear 0..1
};

}  // namespace grouser
