// SPDX-License-Identifier: BSD-3-Clause
// Pressures between closed meshes and what they touch, found from what a viewer or a run file has: poses.
// The layer alone is counted: dampers and friction need velocities and a past. Nor is what presses on a
// mesh whose section changes: how far it has is neither in poses.
#pragma once
#include <array>
#include <memory>
#include <span>
#include <vector>

#include "grouser/contact/mesh_parts.hpp"
#include "grouser/terrain/surface/terrain.hpp"

namespace grouser {

/// The part of a polygon that lies below the other surface, in triangles over which the pressure is linear.
struct PressedTriangle {
  std::array<Vec3, 3> corners;     ///< world, m, counter-clockwise seen from outside its mesh
  std::array<double, 3> pressure;  ///< at the corners, Pa
  Vec3 normal = Vec3::Zero();      ///< out of its mesh, world, unit
  int mesh = -1;                   ///< mesh of the polygon that it is a part of
  int other = -1;                  ///< mesh that it presses on; -1: a rigid shape or the ground

  double area() const { return 0.5 * (corners[1] - corners[0]).cross(corners[2] - corners[0]).norm(); }
  double load() const { return area() * (pressure[0] + pressure[1] + pressure[2]) / 3.0; }
};

/// The meshes of a world. Remembers depths from pose to pose, which spares work and changes no answer.
class MeshPatches {
 public:
  /// vehicle_of_body: of each body of the world. shape_owner: body that carries each rigid shape of the
  /// terrain, -1: the world.
  MeshPatches(MeshSet meshes, std::shared_ptr<const Terrain> terrain, std::vector<int> vehicle_of_body,
              std::vector<int> shape_owner);
  ~MeshPatches();
  /// body_poses: X_WB of each body. Pairs of meshes first, then each mesh on the ground and on shapes.
  const std::vector<PressedTriangle>& find(std::span<const RigidTransform> body_poses);

 private:
  struct Meeting;
  struct Ball {
    Vec3 center = Vec3::Zero();  // in the mesh's frame, m
    double radius = 0.0;
  };
  void add_shapes(std::size_t mesh, std::span<const RigidTransform> body_poses);
  void add(Meeting& meeting, const RigidTransform& X_WS, const RigidTransform& X_WP);
  bool is_own(std::size_t mesh, int shape) const;
  RigidTransform pose_of(int mesh, std::span<const RigidTransform> body_poses) const;
  bool near(int mesh, std::span<const RigidTransform> body_poses, const Vec3& center, double radius) const;

  MeshSet meshes_;
  std::shared_ptr<const Terrain> terrain_;
  std::vector<int> vehicle_of_body_, shape_owner_;
  std::vector<Ball> balls_;
  std::vector<Meeting> pairs_, grounds_;  // grounds_: one per mesh
  std::vector<PressedTriangle> found_;
};

}  // namespace grouser
