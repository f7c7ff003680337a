// SPDX-License-Identifier: BSD-3-Clause
// Heightfields made from a function, for the tests of this folder.
#pragma once
#include <memory>
#include <vector>

#include "grouser/math/pose.hpp"
#include "grouser/terrain/surface/heightfield.hpp"
#include "grouser/terrain/surface/terrain.hpp"
#include "grouser/terrain/touch/wheel_arc.hpp"

namespace grouser::test {

/// Square field of half side `half` about the origin, z = f(x, y).
template <typename F>
Heightfield field_of(double half, double cell, F&& f, double datum = 0.0) {
  HeightfieldSpec s;
  s.columns = s.rows = 2 * static_cast<int>(half / cell + 0.5) + 1;
  s.cell = cell;
  s.west = -(s.columns / 2) * cell;
  s.north = (s.rows / 2) * cell;
  s.datum = datum;
  for (int j = 0; j < s.rows; ++j)
    for (int i = 0; i < s.columns; ++i)
      s.offsets.push_back(static_cast<float>(f(s.west + i * cell, s.north - j * cell) - datum));
  return Heightfield(s);
}

template <typename F>
Terrain terrain_of(double half, double cell, F&& f, std::vector<RigidShape> boxes = {}) {
  return {std::make_shared<const Heightfield>(field_of(half, cell, f)), 0, std::move(boxes)};
}

inline RigidShape box(const Vec3& center, const Vec3& half, const Mat3& R = Mat3::Identity()) {
  RigidShape b;
  b.pose = {R, center};
  b.half = half;
  b.material = 1;
  return b;
}

inline std::vector<RigidTransform> poses_of(const Terrain& terrain) {
  std::vector<RigidTransform> poses;
  for (const RigidShape& shape : terrain.shapes()) poses.push_back(shape.pose);
  return poses;
}

struct Contacts {
  int count = 0;
  std::array<ArcContact, kMaxArcContacts> at;
  const ArcContact* of(int surface) const {
    for (int i = 0; i < count; ++i)
      if (at[i].surface == surface) return &at[i];
    return nullptr;
  }
};

inline Contacts contacts(const Terrain& terrain, const WheelDisc& disc,
                         const GroundMemory& memory = GroundMemory()) {
  Contacts out;
  const auto poses = poses_of(terrain);
  out.count = find_arc_contacts(terrain, memory, poses, disc, out.at);
  return out;
}

}  // namespace grouser::test
