// Deepest contact of a sphere: with the base by its nearest point (a few steps of projection on the local
// tangent plane, exact on planes), with a box in closed form.
#include <cmath>

#include "grouser/terrain/wheel_arc.hpp"

namespace grouser {
namespace {

// Signed distance of the centre to the base along its normal there.
bool base_distance(const Terrain& terrain, const Vec3& center, double& distance, Vec3& normal) {
  constexpr int kProjections = 6;
  Vec3 foot = center;
  for (int i = 0; i < kProjections; ++i) {
    HeightSample s;
    if (!terrain.height(foot.x(), foot.y(), s)) return false;
    const Vec3 up(-s.slope_x, -s.slope_y, 1.0);
    normal = up / up.norm();
    distance = normal.dot(center - Vec3(foot.x(), foot.y(), s.z));
    foot = center - distance * normal;
  }
  return true;
}

void box_distance(const BoxShape& box, const RigidTransform& X_WB, const Vec3& center, double& distance,
                  Vec3& normal) {
  const Vec3 c = X_WB.R.transpose() * (center - X_WB.p);
  const Vec3 outside = c - c.cwiseMax(-box.half).cwiseMin(box.half);
  distance = outside.norm();
  if (distance > 0.0) {
    normal = X_WB.R * (outside / distance);
    return;
  }
  // inside: the nearest face
  int face = 0;
  const Vec3 depth = box.half - c.cwiseAbs();
  depth.minCoeff(&face);
  distance = -depth[face];
  Vec3 n = Vec3::Zero();
  n[face] = c[face] >= 0.0 ? 1.0 : -1.0;
  normal = X_WB.R * n;
}

}  // namespace

bool find_sphere_contact(const Terrain& terrain, std::span<const RigidTransform> shape_poses,
                         const Vec3& center, double radius, SphereContact& out,
                         std::span<const std::uint8_t> ignored_shapes) {
  double deepest = 0.0;
  const auto offer = [&](double distance, const Vec3& normal, int surface, int material) {
    if (!(radius - distance > deepest)) return;
    deepest = radius - distance;
    out = {surface, material, deepest, normal, center - distance * normal};
  };
  double distance;
  Vec3 normal;
  if (base_distance(terrain, center, distance, normal)) offer(distance, normal, 0, terrain.base_material());
  for (std::size_t k = 0; k < shape_poses.size(); ++k) {
    if (!ignored_shapes.empty() && ignored_shapes[k]) continue;
    const BoxShape& box = terrain.shapes()[k];
    const double reach = radius + box.half.norm();
    if (!((center - shape_poses[k].p).squaredNorm() < reach * reach)) continue;
    box_distance(box, shape_poses[k], center, distance, normal);
    offer(distance, normal, static_cast<int>(k) + 1, box.material);
  }
  return deepest > 0.0;
}

}  // namespace grouser
