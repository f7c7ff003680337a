// SPDX-License-Identifier: BSD-3-Clause
// Fills a coarse grid with depths at its cells' middles. A depth changes at most as fast as its point moves,
// so that the depth there, plus and minus the distance from the middle, bounds that of any point, in the grid
// or not.
#include "grouser/shape/distance/depth_grid.hpp"

#include <algorithm>
#include <cmath>

#include "grouser/shape/distance/surface_distance.hpp"

namespace grouser {
namespace {

/// Cells along the longest side of the box.
constexpr double kCellsAlong = 20.0;

}  // namespace

void DepthGrid::fill(const SurfaceDistance& surface) {
  const MeshBox& box = surface.box();
  const Vec3 size = box.high - box.low;
  low_ = box.low;
  cell_ = size.maxCoeff() / kCellsAlong;
  for (std::size_t k = 0; k < 3; ++k)
    count_[k] = std::max(1, static_cast<int>(std::ceil(size[static_cast<Eigen::Index>(k)] / cell_)));
  depth_.clear();
  // The face found for one cell is the hint for the next one.
  int hint = -1;
  for (int z = 0; z < count_[2]; ++z)
    for (int y = 0; y < count_[1]; ++y)
      for (int x = 0; x < count_[0]; ++x) {
        const SurfaceDepth found = surface.depth_at(low_ + cell_ * Vec3(x + 0.5, y + 0.5, z + 0.5), hint);
        hint = found.face;
        depth_.push_back(found.depth);
      }
}

DepthBounds DepthGrid::bounds_at(const Vec3& p) const {
  if (depth_.empty()) return {};
  std::array<int, 3> at;
  Vec3 middle;
  // The nearest cell; points beyond the grid get one at its border.
  for (std::size_t k = 0; k < 3; ++k) {
    const auto axis = static_cast<Eigen::Index>(k);
    const double along = std::max(0.0, (p[axis] - low_[axis]) / cell_);  // 0 for NaN, too
    at[k] = static_cast<int>(std::min(along, count_[k] - 1.0));
    middle[axis] = low_[axis] + cell_ * (at[k] + 0.5);
  }
  const double depth = depth_[static_cast<std::size_t>((at[2] * count_[1] + at[1]) * count_[0] + at[0])];
  const double away = (p - middle).norm();
  return {depth - away, depth + away};
}

}  // namespace grouser
