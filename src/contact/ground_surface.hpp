// SPDX-License-Identifier: BSD-3-Clause
// The ground as a surface that meshes are pressed into: its nearest point, as for contact spheres.
#pragma once
#include <memory>

#include "grouser/shape/distance/surface_distance.hpp"
#include "grouser/terrain/surface/terrain.hpp"

namespace grouser {

/// In world axes. The base surface only: shapes are surfaces of their own.
class GroundSurface final : public SurfaceDistance {
 public:
  explicit GroundSurface(std::shared_ptr<const Terrain> terrain);
  SurfaceDepth depth_at(const Vec3& p, int hint = -1) const override;

 private:
  std::shared_ptr<const Terrain> terrain_;
};

}  // namespace grouser
