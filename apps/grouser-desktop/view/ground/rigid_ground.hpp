// SPDX-License-Identifier: BSD-3-Clause
// Rigid shapes that stand on the ground and never move, such as thousands of rocks: gathered by place into a
// few meshes, of which a picture draws those that it shows, and of these the boxes that are large enough to
// be seen.
#pragma once
#include <memory>
#include <span>
#include <vector>

#include "grouser/simulation/step/frame.hpp"
#include "view/gl/gl_objects.hpp"

namespace grouser::desktop {

/// The eye of a picture, and the size of a pixel at 1 m from there, m (0: nothing is too small to draw).
struct ViewPoint {
  Vec3 eye = Vec3::Zero(), origin = Vec3::Zero();
  double pixel = 0.0;
};

/// Whether a ball lies wholly beyond one of the sides of what a matrix shows; in the matrix's coordinates.
bool is_outside(const glm::mat4& to_clip, const glm::vec3& center, float radius);

class RigidGround {
 public:
  /// Those of the scene's ground that no body carries.
  explicit RigidGround(const Scene& scene);
  /// Draws with the program in use, whose u_kind, u_color, u_size and u_model this sets. Returns the number
  /// of triangles.
  int draw(GlProgram& program, const glm::mat4& to_clip, const ViewPoint& from, Detail detail) const;

 private:
  struct Cell {
    Vec3 center = Vec3::Zero();  // world, m; the meshes are relative to it
    double radius = 0.0;         // of a ball about it that holds all, m
    std::vector<double> sizes;   // half diagonals, m, largest first, as the shapes are in the meshes
    std::vector<int> fine_triangles, coarse_triangles;  // up to each shape, of the meshes
    std::unique_ptr<GlMesh> fine, coarse;
  };
  Cell make_cell(std::vector<const RigidShape*> boxes, const Terrain& terrain) const;
  std::vector<Cell> cells_;
};

/// A shape's mesh about its own place.
Mesh make_rigid_mesh(const RigidShape& box, Detail detail);

}  // namespace grouser::desktop
