// SPDX-License-Identifier: BSD-3-Clause
// The base ground as a surface that meshes are pressed into; without an end below and at its sides.
#include "ground_surface.hpp"

#include <utility>

#include "grouser/terrain/touch/wheel_arc.hpp"

namespace grouser {
namespace {

constexpr double kEndless = 1e9;  // m: beyond any ground, in every direction but up

}  // namespace

GroundSurface::GroundSurface(std::shared_ptr<const Terrain> terrain) : terrain_(std::move(terrain)) {
  const BasePlane& plane = terrain_->plane();
  const Heightfield* field = terrain_->heightfield();
  double top = plane.slope_x == 0.0 && plane.slope_y == 0.0 ? plane.z0 : kEndless;
  if (field)
    top = field->highest() + field->spec().cell;  // between its cells it may rise a little above them
  box_.low = Vec3::Constant(-kEndless);
  box_.high = Vec3(kEndless, kEndless, top);
}

SurfaceDepth GroundSurface::depth_at(const Vec3& p, int) const {
  double distance = 0.0;
  Vec3 normal;
  if (!find_base_distance(*terrain_, p, distance, normal)) return {-kEndless, p, -1};
  return {-distance, p - distance * normal, 0};
}

}  // namespace grouser
