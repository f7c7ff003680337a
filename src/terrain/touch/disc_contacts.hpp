// SPDX-License-Identifier: BSD-3-Clause
// The exact search: what one disc touches on any ground, once the level of the ground under it is known.
// Private to the terrain module.
#pragma once
#include <span>

#include "grouser/terrain/touch/wheel_arc.hpp"
#include "rut_footing.hpp"

namespace grouser::terrain {

/// A disc and the base ground lowered by one rut.
struct DiscOnGround {
  DiscFrame frame;
  int material;    ///< of the base under the disc; -1: of several soils each has a level of its own
  RutFooting rut;  ///< lowers the base
  bool inside;     ///< within the ground's extent
  BaseSample
      under;  ///< the untouched base under the centre, of discs inside; on a plane only where ruts need it
};

/// Whether one of the shapes may reach into the disc.
bool shapes_near(const DiscFrame&, const Terrain&, std::span<const RigidTransform> shape_poses);

/// Finds the contacts of a disc that is inside; returns their number. The base is lowered by the rut.
int find_disc_contacts(BaseSurface&, std::span<const RigidTransform> shape_poses, const DiscOnGround&,
                       std::span<ArcContact, kMaxArcContacts> out);

}  // namespace grouser::terrain
