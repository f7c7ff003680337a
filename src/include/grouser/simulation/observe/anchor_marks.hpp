// SPDX-License-Identifier: BSD-3-Clause
// Polygons of meshes in hard contact that stick and those that slide, from a simulation's state, for viewers.
#pragma once
#include <cstdint>
#include <vector>

#include "grouser/simulation/step/simulation.hpp"

namespace grouser {

/// Friction of one polygon (polygon_contact.hpp).
struct AnchorMark {
  Vec3 point = Vec3::Zero();      ///< its middle, world, m
  Vec3 stretched = Vec3::Zero();  ///< from where its spring holds to where it is now, world, m
  bool slides = false;
};
struct AnchorMarks {
  std::int64_t step = 0;  ///< after which they were so
  std::vector<AnchorMark> marks;
};
/// In the order of pairs and faces.
AnchorMarks find_anchor_marks(const Simulation& simulation);

}  // namespace grouser
