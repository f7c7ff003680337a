// SPDX-License-Identifier: BSD-3-Clause
// Centre of mass of a vehicle, and its velocity.
#pragma once
#include "grouser/math/types.hpp"

namespace grouser {

class World;
struct Kinematics;

struct MassPoint {
  Vec3 center = Vec3::Zero();    ///< world, m
  Vec3 velocity = Vec3::Zero();  ///< m/s
};

/// Centre of mass of all bodies of a vehicle, given by its number in the world.
Vec3 mass_center(const World& world, int vehicle, const Kinematics& kinematics);
MassPoint mass_point(const World& world, int vehicle, const Kinematics& kinematics);

}  // namespace grouser
