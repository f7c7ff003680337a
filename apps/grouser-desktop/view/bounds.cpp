#include "view/bounds.hpp"

#include <algorithm>

namespace grouser::desktop {

int body_index(const Scene& scene, const std::string& name) {
  const auto found = std::find(scene.body_names.begin(), scene.body_names.end(), name);
  return found == scene.body_names.end() ? -1 : static_cast<int>(found - scene.body_names.begin());
}

std::vector<RigidTransform> box_poses(const Scene& scene, const Frame& frame) {
  std::vector<RigidTransform> poses;
  if (!scene.terrain) return poses;
  for (const BoxShape& box : scene.terrain->shapes()) {
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

std::pair<Vec3, Vec3> bounds_of_bodies(const Scene& scene, const Frame& frame) {
  Vec3 low = Vec3::Constant(1e30), high = -low;
  const auto include = [&](const Vec3& p) {
    low = low.cwiseMin(p);
    high = high.cwiseMax(p);
  };
  const auto pose_of = [&](int body) -> const RigidTransform* {
    const auto index = static_cast<std::size_t>(body);
    return body >= 0 && index < frame.body_poses.size() ? &frame.body_poses[index] : nullptr;
  };
  for (const RigidTransform& X : frame.body_poses) include(X.p);
  for (const VisualShape& shape : scene.visuals) {
    if (const RigidTransform* X = pose_of(shape.body)) include(*X * shape.pose.p);
  }
  for (std::size_t k = 0; k < scene.ties.size(); ++k) {
    if (k < frame.ties_cut.size() && frame.ties_cut[k]) continue;
    const auto [a, b] = tie_ends(scene.ties[k], frame);
    include(a);
    include(b);
  }
  if (!scene.terrain) return {low, high};
  for (const BoxShape& box : scene.terrain->shapes()) {
    const RigidTransform* X = pose_of(body_index(scene, box.owner));
    if (!X) continue;
    const RigidTransform X_WB = *X * box.pose;
    for (int corner = 0; corner < 8; ++corner) {
      const Vec3 sign(corner & 1 ? 1 : -1, corner & 2 ? 1 : -1, corner & 4 ? 1 : -1);
      include(X_WB * Vec3(sign.cwiseProduct(box.half)));
    }
  }
  return {low, high};
}

}  // namespace grouser::desktop
