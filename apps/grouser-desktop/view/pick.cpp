// SPDX-License-Identifier: BSD-3-Clause
// Picking by rays: each part is tested by a ball about it, then triangle by triangle in its own frame. The
// ground comes first; a part that lies flush with it wins.
#include "view/pick.hpp"

#include <algorithm>
#include <cmath>

#include "view/bounds.hpp"
#include "view/camera/camera.hpp"
#include "view/gl/scene_meshes.hpp"
#include "view/ground/rigid_ground.hpp"

namespace grouser::desktop {
namespace {

Vec3 to_vec3(const Float3& p) { return {p.x, p.y, p.z}; }

}  // namespace

std::optional<double> ray_to_triangle(const Vec3& from, const Vec3& direction, const Vec3& a, const Vec3& b,
                                      const Vec3& c) {
  // Moeller and Trumbore: barycentric coordinates u, v and the distance t from determinants.
  const Vec3 ab = b - a, ac = c - a, p = direction.cross(ac);
  const double det = ab.dot(p);
  if (std::fabs(det) < 1e-14) return std::nullopt;
  const Vec3 to = from - a;
  const double u = to.dot(p) / det;
  if (u < 0.0 || u > 1.0) return std::nullopt;
  const Vec3 q = to.cross(ab);
  const double v = direction.dot(q) / det;
  if (v < 0.0 || u + v > 1.0) return std::nullopt;
  const double t = ac.dot(q) / det;
  return t > 0.0 ? std::optional(t) : std::nullopt;
}

void Picker::show(std::shared_ptr<const Scene> scene) {
  if (scene == scene_) return;
  scene_ = std::move(scene);
  parts_.clear();
  if (!scene_) return;
  // A part with the ball about its box; coarse meshes suffice for picking.
  const auto add = [&](Mesh mesh, int body, int shape, const RigidTransform& pose) {
    Part part{std::move(mesh), Vec3::Zero(), 0.0, body, shape, pose};
    Vec3 low = Vec3::Constant(1e30), high = -low;
    for (const MeshVertex& v : part.mesh.vertices) {
      low = low.cwiseMin(to_vec3(v.position));
      high = high.cwiseMax(to_vec3(v.position));
    }
    if (part.mesh.vertices.empty()) return;
    part.center = 0.5 * (low + high);
    part.radius = 0.5 * (high - low).norm();
    parts_.push_back(std::move(part));
  };
  for (const VisualShape& visual : scene_->visuals)
    add(make_visual_mesh(visual, Detail::coarse), visual.body, -1, visual.pose);
  for (const MeshPart& part : scene_->mesh.parts)
    if (is_drawn(*scene_, part))
      add(make_shaded_mesh(part.spec.form->mesh), part.body.index, -1, part.spec.pose);
  if (!scene_->terrain) return;
  const std::vector<RigidShape>& shapes = scene_->terrain->shapes();
  for (std::size_t k = 0; k < shapes.size(); ++k)
    add(make_rigid_mesh(shapes[k], Detail::coarse), body_index(*scene_, shapes[k].owner), static_cast<int>(k),
        shapes[k].pose);
}

std::optional<double> Picker::hit(const Part& part, const Frame& frame, const Vec3& from,
                                  const Vec3& direction, double least) const {
  const auto body = static_cast<std::size_t>(part.body);
  if (part.body >= 0 && body >= frame.body_poses.size()) return std::nullopt;
  // The ray in the part's frame; a rotation keeps distances.
  const RigidTransform X = part.body >= 0 ? frame.body_poses[body] * part.pose : part.pose;
  const Vec3 local_from = X.R.transpose() * (from - X.p), local = X.R.transpose() * direction;
  const Vec3 to = part.center - local_from;
  if (to.cross(local).norm() > part.radius) return std::nullopt;  // passes by the ball
  std::optional<double> nearest;
  const auto& [vertices, indices] = part.mesh;
  for (std::size_t k = 0; k + 2 < indices.size(); k += 3) {
    const auto t = ray_to_triangle(local_from, local, to_vec3(vertices[indices[k]].position),
                                   to_vec3(vertices[indices[k + 1]].position),
                                   to_vec3(vertices[indices[k + 2]].position));
    if (t && *t >= least && (!nearest || *t < *nearest)) nearest = t;
  }
  return nearest;
}

Selection Picker::pick(const Frame& frame, const Vec3& from, const Vec3& direction, double reach,
                       const ShownParts& shown) const {
  Selection found;
  if (!scene_ || !scene_->terrain) return found;
  double nearest = reach;
  if (const auto ground = find_ground(*scene_->terrain, from, direction, reach)) {
    found = {SelectionKind::ground, 0, *ground};
    nearest = (*ground - from).norm();
  }
  constexpr double kSkin = 1e-3;  // m: a plate that lies flush with the ground wins
  for (const Part& part : parts_) {
    const auto t = hit(part, frame, from, direction, shown.first_on(part.body, from, direction));
    if (!t || *t > nearest + kSkin) continue;
    nearest = *t;
    const bool shape = part.shape >= 0;
    found = {shape ? SelectionKind::shape : SelectionKind::body, shape ? part.shape : part.body,
             from + *t * direction};
  }
  return found;
}

}  // namespace grouser::desktop
