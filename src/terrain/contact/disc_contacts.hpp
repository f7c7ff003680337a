// What one disc touches once the level of the ground under it is known. Private to the terrain module.
#pragma once
#include <span>

#include "base_reach.hpp"
#include "grouser/terrain/contact/wheel_arc.hpp"
#include "rut_footing.hpp"

namespace grouser::terrain {

/// A disc that lies this flat has no lowest point; any direction "down" will do.
inline constexpr double kFlat = 1e-9;

/// A disc and the base ground lowered by one rut.
struct DiscOnGround {
  DiscFrame frame;
  bool one_level;    ///< false: of several soils under the disc, each has a level of its own
  RutFooting rut;    ///< lowers the base
  bool inside;       ///< within the ground's extent; the reach is known only then
  BaseReach reach;   ///< of the lowered base
  BaseSample under;  ///< the untouched base under the centre; not known where there is none, or a plane
};

/// Finds the contacts; returns their number, or -1 outside the ground's extent. The base is lowered by the rut.
int find_disc_contacts(BaseSurface&, std::span<const RigidTransform> shape_poses, const DiscOnGround&,
                       std::span<ArcContact, kMaxArcContacts> out);

}  // namespace grouser::terrain
