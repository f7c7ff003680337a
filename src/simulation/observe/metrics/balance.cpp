// SPDX-License-Identifier: BSD-3-Clause
// Metrics of whole-body control, which the robot's step element keeps in the state.
#include "grouser/simulation/step/humanoid.hpp"
#include "metric_watch.hpp"

namespace grouser {
namespace {

/// Peak torque of each joint, centres of pressure, course, and effort of the quadratic programs, of the
/// first robot. The numbers are kept in the state; nothing is watched here.
class BalanceWatch final : public MetricWatch {
  void add_to(const Simulation& simulation, MetricSink& put) const override {
    const World& world = simulation.world();
    const Humanoid& robot = world.humanoids.front();
    const WholeBodyMemory& control = simulation.state().first<HumanoidMemory>()->control;
    const HumanoidWatch& watch = *simulation.state().first<HumanoidWatch>();
    for (std::size_t k = 0; k < robot.motors.size(); ++k)
      put("peak_torque_" + robot.motors[k].name, "N m", watch.peak[k]);
    put("peak_torque_share", "-", watch.most_share);
    put("most_beyond_range", "rad", watch.beyond_range);
    // A sole that never bore a load has no margin.
    for (std::size_t f = 0; f < kSoles; ++f)
      if (watch.least_pressure_margin[f] < 1e299)
        put("least_pressure_margin_" + robot.soles[f].name, "m", watch.least_pressure_margin[f]);
    put("most_off_course", "m", watch.most_off_course);
    put("qp_failures", "-", control.failed);
    put("qp_most_iterations", "-", control.most_iterations);
    put("qp_mean_iterations", "-", control.iteration_sum / std::max(1.0, control.solved));
    put("qp_most_residual", "-", control.most_residual);
  }
};

}  // namespace

std::unique_ptr<MetricWatch> watch_balance(const Simulation& s) {
  return s.world().humanoids.empty() ? nullptr : std::make_unique<BalanceWatch>();
}

}  // namespace grouser
