#include "build_verdict.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "grouser/base/error.hpp"

namespace grouser {
namespace {

/// The vehicle that is judged: the one that is named, or the first rover on a lander, or else the main vehicle.
int find_judged(const WorldSpec& spec, const World& world) {
  const std::string name = spec.verdict ? spec.verdict->vehicle : "";
  if (!name.empty()) {
    const int found = world.find_vehicle(name);
    if (found < 0)
      throw InputError(spec.verdict_place, "no vehicle '" + name + "'", "the name of a vehicle with wheels");
    return found;
  }
  for (std::size_t i = 0; i < world.vehicles.size(); ++i)
    if (world.vehicles[i].stands_on >= 0 && world.vehicles[i].wheel_count > 0) return static_cast<int>(i);
  return world.main_vehicle;
}

}  // namespace

void build_verdict(const WorldSpec& spec, World& world) {
  const int judged = find_judged(spec, world);
  const VehicleRuntime& rover = world.vehicles[static_cast<std::size_t>(judged)];
  const bool rover_on_lander = rover.wheel_count > 0 && rover.stands_on >= 0;
  if (!spec.verdict && !rover_on_lander) return;
  if (rover.wheel_count == 0 || rover.wheel_count > static_cast<int>(kMaxEgressWheels))
    throw InputError(spec.verdict_place, fmt::format("{} wheels", rover.wheel_count),
                     fmt::format("a rover with 1 to {} wheels", kMaxEgressWheels));
  VerdictSettings settings = spec.verdict ? spec.verdict->settings : VerdictSettings{};
  settings.vehicle = judged;
  EgressLimits& l = settings.limits;
  l.duration = world.settings.duration - 0.5 * world.settings.dt;
  l.weight = 0.0;
  for (std::size_t b = 0; b < world.vehicle_of_body.size(); ++b)
    if (world.vehicle_of_body[b] == judged)
      l.weight += world.model->bodies()[b].mass * world.settings.gravity;
  world.verdict = settings;
}

}  // namespace grouser
