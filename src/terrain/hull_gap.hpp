// Lower bound of the distance between a flat disc and a convex hull. Private to the terrain module.
#pragma once
#include <span>

#include "grouser/terrain/wheel_arc.hpp"

namespace grouser::terrain {

/// Distance of disc and hull along the unit direction n (hull to disc): a lower bound of their distance.
double gap_along(const WheelDisc& disc, std::span<const Vec3> hull, const Vec3& n);

/// Lower bound of the distance, at least the best of the given unit directions; stops early once it exceeds
/// `enough`. 0 if they touch.
double hull_gap(const WheelDisc& disc, std::span<const Vec3> hull, std::span<const Vec3> directions,
                double enough);

}  // namespace grouser::terrain
