// SPDX-License-Identifier: BSD-3-Clause
// Depths below a surface, known beforehand on a coarse grid. A depth changes by no more than its point
// moves, so that the one at the nearest cell's middle bounds it from both sides at any place: whoever asks
// only whether a ball is clear of a body often needs no more.
#pragma once
#include <array>
#include <limits>
#include <vector>

#include "grouser/shape/mesh/triangle_mesh.hpp"

namespace grouser {

class SurfaceDistance;

/// Between these lies a depth, m.
struct DepthBounds {
  double least = -std::numeric_limits<double>::infinity(), most = std::numeric_limits<double>::infinity();
};

class DepthGrid {
 public:
  /// Cubes over the box of a surface, 20 along its longest side: at most 8,000 depths are found.
  void fill(const SurfaceDistance& surface);
  /// No bounds before fill().
  DepthBounds bounds_at(const Vec3& p) const;

 private:
  Vec3 low_ = Vec3::Zero();
  double cell_ = 0.0;              // m
  std::array<int, 3> count_ = {};  // of cells along each axis
  std::vector<double> depth_;      // at their middles, x running fastest
};

}  // namespace grouser
