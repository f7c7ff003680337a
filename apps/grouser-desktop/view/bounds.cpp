// SPDX-License-Identifier: BSD-3-Clause
// The box about what a picture should show. From the followed body on, bodies are added that lie near one
// that has been found, or that a tie holds to it (a breadth-first search); so a stage that has flown off is
// left out.
#include "view/bounds.hpp"

#include <algorithm>

#include "grouser/terrain/surface/no_ground.hpp"
#include "view/gl/mesh.hpp"

namespace grouser::desktop {

int body_index(const Scene& scene, const std::string& name) {
  const auto found = std::find(scene.body_names.begin(), scene.body_names.end(), name);
  return found == scene.body_names.end() ? -1 : static_cast<int>(found - scene.body_names.begin());
}

double contact_reach(const Scene& scene, const Frame& frame) {
  const Vec3& chassis = frame.body_poses[static_cast<std::size_t>(scene.followed_body)].p;
  double farthest = 0.0;
  for (const ForceArrow& f : frame.contact_forces)
    if (!f.force.isZero(0.0)) farthest = std::max(farthest, (f.point - chassis).norm());
  return farthest;
}

double mean_contact_force(const Frame& frame) {
  double sum = 0.0, count = 0.0;
  for (const ForceArrow& f : frame.contact_forces) {
    sum += f.force.norm();
    count += f.force.isZero(0.0) ? 0.0 : 1.0;
  }
  return sum / std::max(1.0, count);
}

std::vector<RigidTransform> box_poses(const Scene& scene, const Frame& frame) {
  std::vector<RigidTransform> poses;
  if (!scene.terrain) return poses;
  for (const RigidShape& box : scene.terrain->shapes()) {
    const int body = body_index(scene, box.owner);
    const bool carried = body >= 0 && static_cast<std::size_t>(body) < frame.body_poses.size();
    poses.push_back(carried ? frame.body_poses[static_cast<std::size_t>(body)] * box.pose : box.pose);
  }
  return poses;
}

std::pair<Vec3, Vec3> tie_ends(const TieEnds& tie, const Frame& frame) {
  const auto place = [&](int body, const Vec3& point) {
    const auto index = static_cast<std::size_t>(body);
    return body >= 0 && index < frame.body_poses.size() ? Vec3(frame.body_poses[index] * point) : point;
  };
  return {place(tie.body_a, tie.point_a), place(tie.body_b, tie.point_b)};
}

namespace {

constexpr double kTogether = 1.5;  // m: bodies nearer to each other than this are looked at together

/// Places of each body that must lie in the picture: its own, those of its shapes, the corners of its boxes.
std::vector<std::vector<Vec3>> places_of_bodies(const Scene& scene, const Frame& frame) {
  std::vector<std::vector<Vec3>> places;
  for (const RigidTransform& X : frame.body_poses) places.push_back({X.p});
  // World axes; a body without an index is the world and has no list.
  const auto has = [&](int body) { return body >= 0 && static_cast<std::size_t>(body) < places.size(); };
  const auto add = [&](int body, const Vec3& p) {
    const auto index = static_cast<std::size_t>(body);
    places[index].push_back(frame.body_poses[index] * p);
  };
  const auto add_box = [&](int body, const RigidTransform& pose, const MeshBox& box) {
    for (int corner = 0; corner < 8 && has(body); ++corner) {
      const Vec3 at(corner & 1 ? box.high.x() : box.low.x(), corner & 2 ? box.high.y() : box.low.y(),
                    corner & 4 ? box.high.z() : box.low.z());
      add(body, pose * at);
    }
  };
  // Visual shapes count by their places, meshes by the corners of their boxes.
  for (const VisualShape& shape : scene.visuals) {
    if (has(shape.body)) add(shape.body, shape.pose.p);
    if (shape.kind == VisualKind::mesh) add_box(shape.body, shape.pose, box_of(*shape.mesh));
  }
  for (const MeshPart& part : scene.mesh.parts)
    add_box(part.body.index, part.spec.pose, box_of(part.spec.form->mesh));
  if (!scene.terrain) return places;
  for (const RigidShape& box : scene.terrain->shapes()) {
    const int body = body_index(scene, box.owner);
    for (int corner = 0; corner < 8 && has(body); ++corner) {
      const Vec3 sign(corner & 1 ? 1 : -1, corner & 2 ? 1 : -1, corner & 4 ? 1 : -1);
      add(body, box.pose * Vec3(sign.cwiseProduct(box.half)));
    }
  }
  return places;
}

/// Whether some place of the first lies within kTogether of one of the second.
bool near(const std::vector<Vec3>& some, const std::vector<Vec3>& others) {
  for (const Vec3& a : some) {
    for (const Vec3& b : others)
      if ((a - b).norm() < kTogether) return true;
  }
  return false;
}

/// Pairs of bodies that a tie holds together now.
std::vector<TieEnds> holding_ties(const Scene& scene, const Frame& frame) {
  std::vector<TieEnds> ties;
  for (std::size_t k = 0; k < scene.ties.size(); ++k)
    if (k >= frame.ties_cut.size() || !frame.ties_cut[k]) ties.push_back(scene.ties[k]);
  return ties;
}

}  // namespace

namespace {

/// The box about every vertex of every body, for scenes without ground. All bodies count.
std::pair<Vec3, Vec3> full_bounds(const Scene& scene, const Frame& frame) {
  Vec3 low = Vec3::Constant(1e30), high = -low;
  const auto add = [&](int body, const Vec3& p) {
    const auto index = static_cast<std::size_t>(body);
    if (body < 0 || index >= frame.body_poses.size()) return;
    const Vec3 at = frame.body_poses[index] * p;
    low = low.cwiseMin(at);
    high = high.cwiseMax(at);
  };
  for (std::size_t body = 0; body < frame.body_poses.size(); ++body)
    add(static_cast<int>(body), Vec3::Zero());
  const auto add_all = [&](int body, const RigidTransform& pose, const TriangleMesh& mesh) {
    for (const Vec3& p : mesh.vertices) add(body, pose * p);
  };
  for (const VisualShape& visual : scene.visuals) {
    if (visual.kind == VisualKind::mesh)
      add_all(visual.body, visual.pose, *visual.mesh);
    else
      for (const MeshVertex& v : make_visual_mesh(visual, Detail::coarse).vertices)
        add(visual.body, visual.pose * Vec3(v.position.x, v.position.y, v.position.z));
  }
  for (const MeshPart& part : scene.mesh.parts)
    add_all(part.body.index, part.spec.pose, part.spec.form->mesh);
  return {low, high};
}

}  // namespace

std::pair<Vec3, Vec3> bounds_of_bodies(const Scene& scene, const Frame& frame) {
  if (scene.terrain && !has_ground(*scene.terrain)) return full_bounds(scene, frame);
  const std::vector<std::vector<Vec3>> places = places_of_bodies(scene, frame);
  const std::vector<TieEnds> ties = holding_ties(scene, frame);
  // The followed body is the first; `found` is the queue of the search.
  std::vector<std::size_t> found = {
      std::min(static_cast<std::size_t>(scene.followed_body), places.size() - 1)};
  std::vector<bool> met(places.size(), false);
  met[found[0]] = true;
  const auto tied = [&](std::size_t a, std::size_t b) {
    const int i = static_cast<int>(a), j = static_cast<int>(b);
    return std::any_of(ties.begin(), ties.end(), [&](const TieEnds& tie) {
      return (tie.body_a == i && tie.body_b == j) || (tie.body_a == j && tie.body_b == i);
    });
  };
  Vec3 low = Vec3::Constant(1e30), high = -low;
  const auto include = [&](const Vec3& p) {
    low = low.cwiseMin(p);
    high = high.cwiseMax(p);
  };
  // Each body widens the box, then adds its neighbours to the queue.
  for (std::size_t next = 0; next < found.size(); ++next) {
    const std::size_t body = found[next];
    for (const Vec3& p : places[body]) include(p);
    for (const TieEnds& tie : ties) {
      const auto [a, b] = tie_ends(tie, frame);
      if (tie.body_a == static_cast<int>(body)) include(b);
      if (tie.body_b == static_cast<int>(body)) include(a);
    }
    for (std::size_t other = 0; other < places.size(); ++other) {
      if (met[other] || (!near(places[body], places[other]) && !tied(body, other))) continue;
      met[other] = true;
      found.push_back(other);
    }
  }
  return {low, high};
}

}  // namespace grouser::desktop
