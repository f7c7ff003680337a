// SPDX-License-Identifier: BSD-3-Clause
// The commands to the drives: from the programme, from the segments of the follower, or from a hand.
#pragma once
#include "grouser/multibody/tree/dynamics.hpp"
#include "grouser/simulation/step/state.hpp"
#include "grouser/simulation/step/world.hpp"

namespace grouser {

/// What commands depend on besides the world and the time.
struct DriveMemory {
  std::span<const DriveSegment> segments;  ///< of the follower; not used if a programme drives
  const HandDriveMemory& hand;
};
inline DriveMemory drive_memory(const SimulationState& state) { return {state.segments, state.hand}; }

/// Command for drive and steering of wheel `i` at time t.
CoordinateCommand spin_command(const World& world, const DriveMemory& memory, std::size_t i, double t);
CoordinateCommand steer_command(const World& world, const DriveMemory& memory, std::size_t i, double t);

/// Throws InputError naming the waypoint at which a wheel, heading along the path, is outside the terrain.
void check_path_on_terrain(const World& world);
/// The state of the follower at rest before its start.
void start_follower(const World& world, SimulationState& state);
/// Call after a step: makes the follower's next decision if it is due, from where the rover is.
void decide_drive(const World& world, const Kinematics& kinematics, SimulationState& state);

}  // namespace grouser
