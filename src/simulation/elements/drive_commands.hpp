// SPDX-License-Identifier: BSD-3-Clause
// The commands to the drives: from the programme, from the segments of the follower, from a hand, or from
// outside.
#pragma once
#include "grouser/multibody/tree/dynamics.hpp"
#include "grouser/simulation/step/drive_memory.hpp"
#include "grouser/simulation/step/external_drive.hpp"
#include "grouser/simulation/step/state.hpp"
#include "grouser/simulation/step/world.hpp"

namespace grouser {

/// State that commands depend on besides the world and the time.
struct DriveMemory {
  std::span<const DriveSegment> segments;  ///< of the follower; not used if a programme drives
  const HandDriveMemory* hand = nullptr;
  std::span<const ExternalColumnMemory> external = {};  ///< empty: no vehicle is commanded from outside
};
inline DriveMemory drive_memory(const SimulationState& state) {
  return {state.all<DriveSegment>(), &state.hand, state.all<ExternalColumnMemory>()};
}

/// The vehicle that the follower drives.
const VehicleRuntime& follower_of(const World& world);

/// Command for drive and steering of wheel `i` at time t.
CoordinateCommand spin_command(const World& world, const DriveMemory& memory, std::size_t i, double t);
CoordinateCommand steer_command(const World& world, const DriveMemory& memory, std::size_t i, double t);

/// The torque that a wheel's drive is commanded from outside, N m, in place of a speed.
std::optional<double> torque_command(const World& world, const DriveMemory& memory, std::size_t i);
/// The motion to which a commanded column leads its coordinate at time t. The column is not a torque.
CoordinateCommand column_command(const ExternalColumn& column, const ExternalColumnMemory& memory, double t);

/// Throws InputError naming the waypoint at which a wheel, heading along the path, is outside the terrain.
void check_path_on_terrain(const World& world);

}  // namespace grouser
