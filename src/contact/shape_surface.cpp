// SPDX-License-Identifier: BSD-3-Clause
// Distances to boxes and convex hulls, as surfaces that polygons of meshes are pressed into.
#include "shape_surface.hpp"

#include <utility>

#include "grouser/shape/distance/hull_distance.hpp"

namespace grouser {
namespace {

/// A box about its middle, half lengths in m.
class BoxSurface final : public SurfaceDistance {
 public:
  explicit BoxSurface(const Vec3& half) : half_(half) { box_ = {-half, half}; }
  SurfaceDepth depth_at(const Vec3& p, int) const override {
    const Vec3 held = p.cwiseMax(-half_).cwiseMin(half_);
    const Vec3 outside = p - held;
    // Outside, the nearest point is the clamped one; inside, it lies on the nearest face.
    if (!outside.isZero(0.0)) return {-outside.norm(), held, 0};
    int face = 0;
    const double depth = (half_ - p.cwiseAbs()).minCoeff(&face);
    Vec3 closest = p;
    closest[face] = p[face] >= 0.0 ? half_[face] : -half_[face];
    return {depth, closest, face};
  }

 private:
  Vec3 half_;
};

/// A convex hull in its shape's frame.
class HullSurface final : public SurfaceDistance {
 public:
  HullSurface(std::shared_ptr<const ConvexHull> hull, const Vec3& half) : hull_(std::move(hull)) {
    box_ = {-half, half};
  }
  SurfaceDepth depth_at(const Vec3& p, int) const override {
    const HullDistance found = distance_to(*hull_, p);
    return {-found.distance, p - found.distance * found.normal, 0};
  }

 private:
  std::shared_ptr<const ConvexHull> hull_;
};

}  // namespace

std::shared_ptr<const SurfaceDistance> shape_surface(const RigidShape& shape) {
  if (shape.hull) return std::make_shared<const HullSurface>(shape.hull, shape.half);
  return std::make_shared<const BoxSurface>(shape.half);
}

}  // namespace grouser
