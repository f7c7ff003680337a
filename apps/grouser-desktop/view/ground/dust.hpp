// SPDX-License-Identifier: BSD-3-Clause
// Dust in the view: clouds behind wheels that slip and where something comes down on loose ground. A picture
// of one moment has the same dust however it was reached, because puffs follow from the frame alone. Looks
// only.
#pragma once
#include <vector>

#include "grouser/simulation/step/frame.hpp"
#include "view/gl/disc_layer.hpp"

namespace grouser::desktop {

struct DustPuff {
  Vec3 at = Vec3::Zero();  ///< its middle, world, m
  double radius = 0.0;     ///< m
  double cover = 0.0;      ///< of what is behind its middle, 0 to 1
};

/// Whether there can be any on the scene's ground: not on rock, plates and ice.
bool gives_dust(const Scene& scene);
/// Empty on ground that gives none, and for frames without channels of parts that touch.
std::vector<DustPuff> dust_puffs(const Scene& scene, const Frame& frame);
/// The puffs as discs that face the eye. right, up: unit vectors of the picture.
std::vector<SoftDisc> dust_discs(const std::vector<DustPuff>& puffs, const Vec3& right, const Vec3& up);

}  // namespace grouser::desktop
