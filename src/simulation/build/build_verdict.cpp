// SPDX-License-Identifier: BSD-3-Clause
// Settings of the engine, the landing watch and the verdict, with the vehicle that each judges.
#include "build_verdict.hpp"

#include <fmt/format.h>

#include "grouser/base/error.hpp"

namespace grouser {
namespace {

/// Whether a wheeled vehicle starts on a lander, so that its egress is judged unasked.
bool starts_on_lander(const World& world, const VehicleRuntime& rover) {
  return rover.wheel_count > 0 && rover.stands_on >= 0 &&
         world.vehicles[static_cast<std::size_t>(rover.stands_on)].role == VehicleRole::lander;
}

/// The vehicle that is judged: the one that is named, or the first rover on a lander, or else the main
/// vehicle.
int find_judged(const WorldSpec& spec, const World& world) {
  const std::string name = spec.verdict ? spec.verdict->vehicle : "";
  if (!name.empty()) {
    const int found = world.find_vehicle(name);
    if (found < 0)
      throw InputError(spec.place_of("verdict"), "no vehicle '" + name + "'",
                       "the name of a vehicle with wheels");
    return found;
  }
  for (std::size_t i = 0; i < world.vehicles.size(); ++i)
    if (starts_on_lander(world, world.vehicles[i])) return static_cast<int>(i);
  return world.main_vehicle;
}

}  // namespace

void build_verdict(const WorldSpec& spec, World& world) {
  world.thrust = spec.thrust;
  if (spec.thrust && world.find_vehicle(VehicleRole::lander) < 0)
    throw InputError(spec.place_of("descent_thrust"), "an engine without a lander", "a `lander`");
  world.landing = spec.landing;
  if (spec.landing && world.find_vehicle(VehicleRole::lander) < 0)
    throw InputError(spec.place_of("landing"), "a landing to judge without a lander", "a `lander`");
  const int judged = find_judged(spec, world);
  const VehicleRuntime& rover = world.vehicles[static_cast<std::size_t>(judged)];
  if (!spec.verdict && !starts_on_lander(world, rover)) return;
  // Rules of an egress need wheels; goals of the scenario's own do not.
  const bool by_goals = spec.verdict && !spec.verdict->settings.goals.empty();
  if ((rover.wheel_count == 0 && !by_goals) || rover.wheel_count > static_cast<int>(kMaxEgressWheels))
    throw InputError(spec.place_of("verdict"), fmt::format("{} wheels", rover.wheel_count),
                     fmt::format("a rover with 1 to {} wheels", kMaxEgressWheels));
  VerdictSettings settings = spec.verdict ? spec.verdict->settings : VerdictSettings{};
  settings.vehicle = judged;
  // Places for messages about metrics that no run has.
  for (GoalMetric& metric : settings.goals.success.metrics)
    metric.place = spec.place_of("verdict.success." + metric.name);
  for (GoalMetric& metric : settings.goals.failure.metrics)
    metric.place = spec.place_of("verdict.failure." + metric.name);
  // Half a step before the end, so that the last step is judged; the weight is the judged vehicle's, N.
  EgressLimits& l = settings.limits;
  l.duration = world.settings.duration - 0.5 * world.settings.dt;
  l.weight = world.mass_of(judged) * world.settings.gravity;
  world.verdict = settings;
}

}  // namespace grouser
