// SPDX-License-Identifier: BSD-3-Clause
// Rigid shapes whose surfaces go on into each other, or into the ground, without a step: boxes of one soil
// side by side are one plate, and a box let into ground of its own soil is that ground. Found once, when a
// terrain is made. Private to the terrain module.
#pragma once
#include <span>
#include <vector>

#include "grouser/terrain/surface/terrain.hpp"

namespace grouser::terrain {

/// Shapes of one soil that one body carries and that have faces in one plane which meet; of the world, faces
/// one can drive on.
class FlushShapes {
 public:
  explicit FlushShapes(const std::vector<RigidShape>& shapes);
  /// The shapes that are one with this one, itself among them, in order; empty where it is alone.
  std::span<const int> with(int shape) const;

 private:
  std::vector<std::vector<int>> groups_;
  std::vector<int> group_;  // of each shape; -1: it is alone
};

/// For each shape 1 where the base ground holds all of it and has no other soil there.
std::vector<std::uint8_t> find_buried(const Terrain& terrain);

}  // namespace grouser::terrain
