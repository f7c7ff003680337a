// SPDX-License-Identifier: BSD-3-Clause
// The closed meshes of a world in hard contact, and which of them may touch which.
#pragma once
#include <memory>
#include <vector>

#include "grouser/multibody/tree/model.hpp"
#include "grouser/shape/distance/mesh_distance.hpp"
#include "grouser/vehicle/spec/mesh_spec.hpp"

namespace grouser {

/// The joint with whose coordinate a section changes: where its coordinate and velocity stand; -1: it
/// changes with the time.
struct SectionDriver {
  int q = -1, v = -1;
};

/// A closed mesh on a body.
struct MeshPart {
  MeshSpec spec;
  BodyId body;
  std::shared_ptr<const MeshDistance> polygons;  ///< its triangles
  /// Surface that others are pressed into: the section of one that is turned, the first of one that changes.
  std::shared_ptr<const SurfaceDistance> surface;
  SectionDriver driver;   ///< of a section that changes
  int record = 0;         ///< of its part, among those of all meshes
  bool on_wheel = false;  ///< the ground is the wheel's own
  bool changes() const { return spec.form && !spec.form->course.empty(); }
  /// Radius of a ball about a point of its frame that holds the mesh, and all of its sections if they change,
  /// m.
  double reach_from(const Vec3& center) const;
};

/// Two meshes that may touch: the polygons of one on the surface of the other.
struct MeshPair {
  int polygons = -1, surface = -1;  ///< numbers of meshes
  PolygonLaw law;                   ///< of both layers together
};

/// All of a world.
struct MeshSet {
  std::vector<MeshPart> parts;
  int records = 0;  ///< parts of vehicles that they are recorded as
  std::vector<MeshPair> pairs;
  std::vector<std::shared_ptr<const SurfaceDistance>>
      shapes;  ///< surface of each rigid shape, where there are meshes
};

}  // namespace grouser
