// The commands to the drives: from the programme, or from the segments of the follower.
#pragma once
#include "grouser/multibody/tree/dynamics.hpp"
#include "grouser/simulation/step/state.hpp"
#include "grouser/simulation/step/world.hpp"

namespace grouser {

/// Command for drive and steering of wheel `i` at time t. `segments` are those of the follower; they are not
/// used if a programme drives.
CoordinateCommand spin_command(const World& world, std::span<const DriveSegment> segments, std::size_t i,
                               double t);
CoordinateCommand steer_command(const World& world, std::span<const DriveSegment> segments, std::size_t i,
                                double t);

/// Throws InputError naming the waypoint at which a wheel, heading along the path, is outside the terrain.
void check_path_on_terrain(const World& world);
/// The state of the follower at rest before its start.
void start_follower(const World& world, SimulationState& state);
/// Call after a step: makes the follower's next decision if it is due, from where the rover is.
void decide_drive(const World& world, const Kinematics& kinematics, SimulationState& state);

}  // namespace grouser
