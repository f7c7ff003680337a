#include "verdict_settings.hpp"

#include <fmt/format.h>

#include "grouser/base/error.hpp"

namespace grouser {

void read_verdict(World& world, const TomlTable& scenario) {
  const bool asked = scenario.has("verdict");
  const TomlTable t = scenario.table_or_empty("verdict");
  const bool rover_on_lander = !world.wheels.empty() && world.vehicles.front().initial.on_lander;
  if (!asked && !rover_on_lander) return;
  if (world.wheels.empty() || world.wheels.size() > kMaxEgressWheels)
    throw InputError(scenario.place("verdict"), fmt::format("{} wheels", world.wheels.size()),
                     fmt::format("a rover with 1 to {} wheels", kMaxEgressWheels));
  VerdictSettings settings;
  EgressLimits& l = settings.limits;
  l.duration = world.settings.duration - 0.5 * world.settings.dt;
  for (std::size_t b = 0; b < world.vehicle_of_body.size(); ++b)
    if (world.vehicle_of_body[b] == 0) l.weight += world.model->bodies()[b].mass * world.settings.gravity;
  l.hold = t.number_or("hold", l.hold, {0.0, 1e4, false, "s"});
  l.tilt_limit =
      t.angle_deg_or("tilt_limit_deg", l.tilt_limit * 57.29577951308232, {1.0, 180.0, false, "deg"});
  l.drop_limit = t.number_or("drop_limit", l.drop_limit, {0.0, 100.0, false, "m"});
  l.belly_share = t.number_or("belly_share", l.belly_share, {0.0, 1.0, false, "-"});
  l.window = t.number_or("window", l.window, {1e-3, 1e6, false, "s"});
  l.stall_share = t.number_or("stall_share", l.stall_share, {0.0, 1.0, false, "-"});
  l.least_commanded = t.number_or("least_commanded", l.least_commanded, {0.0, 1e6, false, "m"});
  settings.stop = t.boolean_or("stop", settings.stop);
  world.verdict = settings;
}

}  // namespace grouser
