// SPDX-License-Identifier: BSD-3-Clause
// The vehicles of a world: the forest of all their bodies, and what touches the ground.
#pragma once
#include "grouser/simulation/build/world_spec.hpp"

namespace grouser {

/// Throws InputError: no vehicle, one without a model, two of one name.
void check_vehicles(const WorldSpec& spec);
/// Makes one forest of them, with the ties. Throws InputError.
void build_vehicles(const WorldSpec& spec, World& world);
/// Wheels with what drives them. Throws InputError.
void build_wheels(const WorldSpec& spec, World& world);
/// The wheels of a vehicle as its middle of the turning axle sees them; call when build_wheels() is done.
std::vector<FollowerWheel> steered_wheels(const World& world, const VehicleRuntime& vehicle);
/// Pose that a placement states; a root that is not free is built with it.
RigidTransform stated_pose(const InitialPlacement& placement);

}  // namespace grouser
