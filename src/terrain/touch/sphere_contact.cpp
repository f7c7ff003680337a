// SPDX-License-Identifier: BSD-3-Clause
// Deepest contact of a sphere: with the base by its nearest point (a descent that is exact in one step on
// planes), with a box in closed form, with a hull by its faces.
#include <algorithm>
#include <cmath>

#include "grouser/shape/distance/hull_distance.hpp"
#include "grouser/terrain/touch/wheel_arc.hpp"

namespace grouser {
namespace {

/// Half the squared distance from `center` to the base at (x, y), and its gradient there.
struct SquaredDistance {
  double value = 0.0, x = 0.0, y = 0.0;
  HeightSample ground;
};
/// False outside the ground's extent.
bool squared_distance(const Terrain& terrain, const Vec3& center, double x, double y, SquaredDistance& out) {
  if (!terrain.height(x, y, out.ground)) return false;
  const double dx = x - center.x(), dy = y - center.y(), dz = out.ground.z - center.z();
  out.value = 0.5 * (dx * dx + dy * dy + dz * dz);
  out.x = dx + dz * out.ground.slope_x;
  out.y = dy + dz * out.ground.slope_y;
  return true;
}

/// Inverse Hessian of the search: the tangent plane's at first, then improved (BFGS; Nocedal & Wright 2006,
/// eq. 6.17).
struct InverseHessian {
  double xx, xy, yy;
  explicit InverseHessian(const HeightSample& s) {
    const double det = 1.0 + s.slope_x * s.slope_x + s.slope_y * s.slope_y;
    xx = (1.0 + s.slope_y * s.slope_y) / det;
    xy = -s.slope_x * s.slope_y / det;
    yy = (1.0 + s.slope_x * s.slope_x) / det;
  }
  /// s: the step; g: the change of the gradient. Skipped where the curvature along the step is not
  /// positive.
  void update(double sx, double sy, double gx, double gy) {
    const double curvature = sx * gx + sy * gy;
    if (!(curvature > 1e-12 * (sx * sx + sy * sy))) return;
    const double rho = 1.0 / curvature;
    const double hx = xx * gx + xy * gy, hy = xy * gx + yy * gy;
    const double scale = rho * (1.0 + rho * (gx * hx + gy * hy));
    xx += scale * sx * sx - 2.0 * rho * hx * sx;
    xy += scale * sx * sy - rho * (hx * sy + hy * sx);
    yy += scale * sy * sy - 2.0 * rho * hy * sy;
  }
};

// Signed distance of the centre to the base, along the line to the nearest point. The distance must be
// minimal up to rounding: only then is its gradient the normal, and the spring of the contact conservative.
bool base_distance(const Terrain& terrain, const Vec3& center, double& distance, Vec3& normal) {
  constexpr int kSearches = 30, kHalvings = 8;
  constexpr double kStill = 1e-11;  // m
  SquaredDistance at, next;
  double x = center.x(), y = center.y();
  if (!squared_distance(terrain, center, x, y, at)) return false;
  const double below = center.z() - at.ground.z;
  InverseHessian h(at.ground);
  for (int i = 0; i < kSearches; ++i) {
    double step_x = -(h.xx * at.x + h.xy * at.y), step_y = -(h.xy * at.x + h.yy * at.y);
    if (std::fabs(step_x) + std::fabs(step_y) < kStill) break;
    // A step that comes no nearer is halved, at most kHalvings times.
    bool closer = false;
    for (int k = 0; k < kHalvings && !closer; ++k, step_x *= 0.5, step_y *= 0.5) {
      if (!squared_distance(terrain, center, x + step_x, y + step_y, next)) continue;
      closer = next.value < at.value;
      if (closer) break;
    }
    if (!closer) break;
    h.update(step_x, step_y, next.x - at.x, next.y - at.y);
    x += step_x;
    y += step_y;
    at = next;
  }
  // The normal is the ground's at the nearest point; the sign says on which side the centre lies.
  const Vec3 up(-at.ground.slope_x, -at.ground.slope_y, 1.0);
  normal = up / up.norm();
  distance = std::copysign(std::sqrt(2.0 * at.value), below);
  return true;
}

// The base lies below its highest point near the sphere, and below its tangent plane under the centre,
// raised by K r^2/2 (K: largest bend) as far as the sphere reaches; true where the sphere lies above one of
// them.
bool clear_of_base(const Terrain& terrain, const Vec3& center, double radius) {
  const Heightfield* field = terrain.heightfield();
  if (field && center.z() - radius >= field->highest_in(center.x() - radius, center.y() - radius,
                                                        center.x() + radius, center.y() + radius))
    return true;
  HeightSample s;
  if (!terrain.height(center.x(), center.y(), s)) return true;
  double bend = 0.0;
  if (field)
    bend = field->largest_bend(center.x() - radius, center.y() - radius, center.x() + radius,
                               center.y() + radius);
  const double steep = std::sqrt(1.0 + s.slope_x * s.slope_x + s.slope_y * s.slope_y);
  return center.z() - s.z >= radius * steep + 0.5 * bend * radius * radius;
}

/// Whether a point lies in another of the shapes that are one body with shape k.
bool in_flush_shape(const Terrain& terrain, std::span<const RigidTransform> shape_poses, int k,
                    const Vec3& point) {
  constexpr double kOn = 2e-5;  // m: more than what lies flush may differ by
  for (const int other : terrain.flush_with(k)) {
    const auto at = static_cast<std::size_t>(other);
    if (other == k || at >= shape_poses.size()) continue;
    const RigidShape& shape = terrain.shapes()[at];
    const Vec3 p = shape_poses[at].inverse() * point;
    const bool within = shape.hull ? std::all_of(shape.hull->faces.begin(), shape.hull->faces.end(),
                                                 [&](const HullFace& face) { return face.height(p) < kOn; })
                                   : ((p.cwiseAbs() - shape.half).array() < kOn).all();
    if (within) return true;
  }
  return false;
}

// From inside, the nearest face that does not lead into another shape of the same body.
void box_distance(const Terrain& terrain, std::span<const RigidTransform> shape_poses, int k,
                  const Vec3& center, double& distance, Vec3& normal) {
  const RigidShape& box = terrain.shapes()[static_cast<std::size_t>(k)];
  const RigidTransform& X_WB = shape_poses[static_cast<std::size_t>(k)];
  const Vec3 c = X_WB.R.transpose() * (center - X_WB.p);
  const Vec3 outside = c - c.cwiseMax(-box.half).cwiseMin(box.half);
  distance = outside.norm();
  if (distance > 0.0) {
    normal = X_WB.R * (outside / distance);
    return;
  }
  constexpr double kBeyond = 1.1e-3;  // m: in what a joint leads into, beyond the widest gap
  Vec3 depth = box.half - c.cwiseAbs();
  int face = 0;
  for (int left = 3; left > 0; --left) {
    depth.minCoeff(&face);
    distance = -depth[face];
    Vec3 n = Vec3::Zero();
    n[face] = c[face] >= 0.0 ? 1.0 : -1.0;
    normal = X_WB.R * n;
    if (!in_flush_shape(terrain, shape_poses, k, center + (kBeyond - distance) * normal)) return;
    depth[face] = 1e300;
  }
}

}  // namespace

bool find_base_distance(const Terrain& terrain, const Vec3& point, double& distance, Vec3& normal) {
  return base_distance(terrain, point, distance, normal);
}

bool find_sphere_contact(const Terrain& terrain, std::span<const RigidTransform> shape_poses,
                         const Vec3& center, double radius, SphereContact& out,
                         std::span<const std::uint8_t> ignored_shapes, bool on_base) {
  double deepest = 0.0;
  const auto offer = [&](double distance, const Vec3& normal, int surface, int material) {
    if (!(radius - distance > deepest)) return;
    deepest = radius - distance;
    out = {surface, material, deepest, normal, center - distance * normal};
  };
  double distance;
  Vec3 normal;
  if (on_base && !clear_of_base(terrain, center, radius) &&
      base_distance(terrain, center, distance, normal)) {
    const Vec3 point = center - distance * normal;
    offer(distance, normal, 0, terrain.material_at(point.x(), point.y()));
  }
  for (const int near : terrain.shapes_near(center.x(), center.y(), radius)) {
    const auto k = static_cast<std::size_t>(near);
    if (k >= shape_poses.size() || (!ignored_shapes.empty() && ignored_shapes[k])) continue;
    const RigidShape& shape = terrain.shapes()[k];
    const double reach = radius + shape.half.norm();
    if (!((center - shape_poses[k].p).squaredNorm() < reach * reach)) continue;
    if (shape.hull) {
      const HullDistance from = distance_to(*shape.hull, shape_poses[k].inverse() * center, radius);
      distance = from.distance;
      normal = shape_poses[k].R * from.normal;
    } else {
      box_distance(terrain, shape_poses, near, center, distance, normal);
    }
    offer(distance, normal, near + 1, shape.material);
  }
  return deepest > 0.0;
}

}  // namespace grouser
