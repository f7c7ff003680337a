// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/simulation/observe/balance_metrics.hpp"

#include <algorithm>

#include "grouser/simulation/step/humanoid.hpp"
#include "grouser/simulation/step/state.hpp"
#include "grouser/simulation/step/world.hpp"

namespace grouser {

void add_balance_metrics(const Simulation& simulation, std::map<std::string, Metric>& m) {
  const World& world = simulation.world();
  if (world.humanoids.empty()) return;
  const Humanoid& robot = world.humanoids.front();
  const WholeBodyMemory& control = simulation.state().first<HumanoidMemory>()->control;
  const HumanoidWatch& watch = *simulation.state().first<HumanoidWatch>();
  for (std::size_t k = 0; k < robot.motors.size(); ++k)
    m["peak_torque_" + robot.motors[k].name] = {watch.peak[k], "N m"};
  m["peak_torque_share"] = {watch.most_share, "-"};
  m["most_beyond_range"] = {watch.beyond_range, "rad"};
  for (std::size_t f = 0; f < kSoles; ++f)
    if (watch.least_pressure_margin[f] < 1e299)
      m["least_pressure_margin_" + robot.soles[f].name] = {watch.least_pressure_margin[f], "m"};
  m["most_off_course"] = {watch.most_off_course, "m"};
  m["qp_failures"] = {control.failed, "-"};
  m["qp_most_iterations"] = {control.most_iterations, "-"};
  m["qp_mean_iterations"] = {control.iteration_sum / std::max(1.0, control.solved), "-"};
  m["qp_most_residual"] = {control.most_residual, "-"};
}

}  // namespace grouser
