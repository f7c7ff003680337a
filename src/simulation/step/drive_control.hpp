// The drives' commands as the loop gives them: from the programme, or from the follower's segments.
#pragma once
#include "grouser/multibody/tree/dynamics.hpp"
#include "grouser/simulation/step/state.hpp"
#include "grouser/simulation/step/world.hpp"

namespace grouser {

/// What drive and steering of wheel `i` are told at time t. `segments`: of the follower; unused where a programme drives.
CoordinateCommand spin_command(const World& world, std::span<const DriveSegment> segments, std::size_t i,
                               double t);
CoordinateCommand steer_command(const World& world, std::span<const DriveSegment> segments, std::size_t i,
                                double t);

/// Throws InputError naming the waypoint at which a wheel, heading along the path, is outside the terrain.
void check_path_on_terrain(const World& world);
/// The follower at rest before its start.
void start_follower(const World& world, SimulationState& state);
/// After a step: the follower's next decision if it is due, from where the rover is.
void decide_drive(const World& world, const Kinematics& kinematics, SimulationState& state);

}  // namespace grouser
