// SPDX-License-Identifier: BSD-3-Clause
// Choice of the place where a foot comes down, around the one that a gait wants (foothold.cpp lists the
// penalties of a place).
#pragma once
#include "grouser/vehicle/legs/walk_controller.hpp"

namespace grouser {

/// The best of the places within `search` (m) of the wanted middle of the foot (world, m) that the leg
/// reaches from the body; load: that the foot will bear there, N. Does not allocate.
Vec3 choose_foothold(const WalkerLeg& leg, const FootGround& ground, const RigidTransform& to_body,
                     const Vec3& wanted, double search, double load);

}  // namespace grouser
