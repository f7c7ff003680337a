// SPDX-License-Identifier: BSD-3-Clause
#include "thrust.hpp"

#include <algorithm>

#include "grouser/math/elementary.hpp"

namespace grouser {
namespace {

const BodyMotion& engine_body(const World& world, const Kinematics& kinematics, std::size_t& body) {
  const int lander = world.find_vehicle(VehicleRole::lander);
  body = static_cast<std::size_t>(world.vehicles[static_cast<std::size_t>(lander)].root.index);
  return kinematics.body[body];
}

}  // namespace

double thrust_at(const ThrustSettings& settings, const ThrustMemory& memory, double time) {
  const double after = time - memory.touched_at - settings.delay;
  if (after < 0.0) return settings.force;
  return settings.tail > 0.0 ? settings.force * math::exp(-after / settings.tail) : 0.0;
}

void apply_thrust(const World& world, const std::vector<ThrustMemory>& memory, double time,
                  const Kinematics& kinematics, Loads& loads) {
  if (memory.empty()) return;
  std::size_t body = 0;
  const BodyMotion& root = engine_body(world, kinematics, body);
  loads.on_body[body].force += thrust_at(*world.thrust, memory.front(), time) * root.X_WB.R.col(2);
}

double thrust_power(const World& world, const SimulationState& state, const Kinematics& kinematics) {
  if (state.thrust.empty()) return 0.0;
  std::size_t body = 0;
  const BodyMotion& root = engine_body(world, kinematics, body);
  return thrust_at(*world.thrust, state.thrust.front(), state.motion.time) * root.X_WB.R.col(2).dot(root.v);
}

void update_thrust(const World& world, const StepOutput& output, SimulationState& state) {
  if (state.thrust.empty() || state.thrust.front().touched_at <= state.motion.time) return;
  const int lander = world.find_vehicle(VehicleRole::lander);
  for (std::size_t i = 0; i < world.parts.size(); ++i)
    if (world.parts[i].vehicle == lander && output.records[i].touches())
      state.thrust.front().touched_at = state.motion.time;
}

}  // namespace grouser
