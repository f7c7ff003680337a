// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/simulation/observe/walk_metrics.hpp"

#include <algorithm>

#include "grouser/simulation/step/state.hpp"
#include "grouser/simulation/step/walker.hpp"
#include "grouser/simulation/step/world.hpp"

namespace grouser {

void add_walk_metrics(const Simulation& simulation, std::map<std::string, Metric>& m) {
  const World& world = simulation.world();
  const SimulationState& state = simulation.state();
  if (world.walkers.empty()) return;
  const Walker& walker = world.walkers.front();
  const WalkMemory& memory = *state.first<WalkMemory>();
  const WalkWatch& watch = *state.first<WalkWatch>();
  m["steps_made"] = {memory.steps, "-"};
  m["steps_without_ground"] = {memory.late, "-"};
  m["pulses_out_of_reach"] = {memory.unreached, "-"};
  m["walked"] = {memory.progress, "m"};
  if (watch.least_margin < 1e299) m["least_static_margin"] = {watch.least_margin, "m"};
  double stances = 0.0, sum = 0.0, most = 0.0, torque = 0.0;
  for (std::size_t i = 0; i < walker.legs.size(); ++i) {
    const FootWatch& foot = state.all<FootWatch>()[static_cast<std::size_t>(walker.first_leg) + i];
    stances += foot.stances;
    sum += foot.slip_sum;
    most = std::max({most, foot.most_slip, Vec3(foot.slip[0], foot.slip[1], foot.slip[2]).norm()});
    torque = std::max(torque, foot.most_torque);
  }
  if (stances > 0.0) m["mean_foot_slip"] = {sum / stances, "m"};
  m["most_foot_slip"] = {most, "m"};
  m["peak_servo_torque"] = {torque, "N m"};
}

}  // namespace grouser
