// SPDX-License-Identifier: BSD-3-Clause
// Possible speeds of driving by hand, and the check of the scenario's commands against them.
#include "build_hand_drive.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "build_vehicles.hpp"
#include "grouser/base/error.hpp"

namespace grouser {

namespace {

constexpr double kIdealSpeed =
    0.05;  // m/s: ideal drives have no limit of their own; rovers on Mars go as fast
constexpr double kMotorShare = 0.8;  // of the no-load speed: what is left pulls

}  // namespace

double top_speed(const WorldSpec& spec, const World& world, std::size_t index) {
  const VehicleRuntime& vehicle = world.vehicles[index];
  // Limited motors: a share of the no-load speed on the smallest wheel.
  if (vehicle.spec.motor) {
    double smallest = 1e300;
    for (const WheelSpec& wheel : vehicle.spec.wheels)
      smallest = std::min(smallest, wheel.reference_radius());
    return kMotorShare * vehicle.spec.motor->no_load_speed * smallest;
  }
  // Ideal drives: the fastest speed that the scenario commands, and at least kIdealSpeed.
  const DriveSpec& drive = spec.vehicles[index].drive;
  double fastest = kIdealSpeed;
  for (const DrivePhase& phase : drive.phases) fastest = std::max(fastest, std::fabs(phase.speed));
  return drive.follow ? std::max(fastest, drive.follow->speed) : fastest;
}

namespace {

/// Throws InputError for commands out of order or ones that the vehicle cannot follow.
void check_commands(const WorldSpec& spec, const World& world) {
  for (std::size_t i = 0; i < spec.hand_drive.size(); ++i) {
    const HandCommand& command = spec.hand_drive[i];
    if (i > 0 && command.phase.start <= spec.hand_drive[i - 1].phase.start)
      throw InputError(spec.place_of("hand_drive"),
                       fmt::format("a command at {} s after one at {} s", command.phase.start,
                                   spec.hand_drive[i - 1].phase.start),
                       "commands in order of their starts, no two at one time");
    if (const std::string why = world.hand_drive->refusal(command); !why.empty())
      throw InputError(spec.place_of("hand_drive"), fmt::format("at {} s: {}", command.phase.start, why),
                       "what the vehicle can follow");
  }
}

}  // namespace

void build_hand_drive(const WorldSpec& spec, World& world) {
  const VehicleRuntime& vehicle = world.main();
  const auto index = static_cast<std::size_t>(world.main_vehicle);
  const bool external = spec.vehicles[index].drive.mode == DriveSource::external;
  if (vehicle.wheel_count > 0 && !external)
    world.hand_drive =
        std::make_shared<const HandDrive>(steered_wheels(world, vehicle), top_speed(spec, world, index));
  if (spec.hand_drive.empty()) return;
  if (external)
    throw InputError(spec.place_of("hand_drive"),
                     "the " + vehicle.name + ", whose drives are commanded from outside",
                     "[drive] mode = \"programme\", or no [[hand_drive]]");
  if (!world.hand_drive)
    throw InputError(spec.place_of("hand_drive"), "the " + vehicle.name + ", which has no driven wheels",
                     "a vehicle with wheels");
  check_commands(spec, world);
  world.commands.hand = spec.hand_drive;
}

}  // namespace grouser
