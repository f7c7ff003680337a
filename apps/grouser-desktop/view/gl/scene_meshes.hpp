// SPDX-License-Identifier: BSD-3-Clause
// Bodies' meshes in hard contact as they are seen: which are drawn, how light falls on them, and how large
// they are. No OpenGL here.
#pragma once
#include <optional>
#include <vector>

#include "grouser/simulation/step/frame.hpp"
#include "view/gl/mesh.hpp"

namespace grouser::desktop {

/// Whether a mesh is drawn: not where its file says so, nor on a wheel whose looks the vehicle describes
/// itself.
bool is_drawn(const Scene& scene, const MeshPart& part);

/// Faces that meet at less than 30 degrees are one smooth surface, others have an edge between them.
Mesh make_shaded_mesh(const TriangleMesh& mesh, Tint tint = {});

struct BodyBall {
  Vec3 center = Vec3::Zero();  ///< in the body's frame, m
  double radius = 0.0;
};
/// Ball around the meshes of a body; nothing: it has none.
std::optional<BodyBall> ball_of_meshes(const Scene& scene, int body);
/// Bodies with meshes, each once, in the order of their meshes.
std::vector<int> bodies_with_meshes(const Scene& scene);

}  // namespace grouser::desktop
