// SPDX-License-Identifier: BSD-3-Clause
// Metrics of a walk, most of which the walker's step element keeps in the state.
#include "grouser/simulation/step/walker.hpp"
#include "metric_watch.hpp"

namespace grouser {
namespace {

/// Steps, path, static stability margin, slip of the feet while they stood, and greatest torque of the first
/// walker; only the sinkage of feet is watched here, the rest is kept in the state.
class WalkerWatch final : public MetricWatch {
 public:
  void observe(const Simulation& simulation) override {
    for (const Walker& walker : simulation.world().walkers)
      for (const Walker::Leg& leg : walker.legs)
        most_sinkage_ = std::max(most_sinkage_,
                                 simulation.output().records[static_cast<std::size_t>(leg.record)].sinkage);
  }
  void add_to(const Simulation& simulation, MetricSink& put) const override {
    const World& world = simulation.world();
    const SimulationState& state = simulation.state();
    const Walker& walker = world.walkers.front();
    const WalkMemory& memory = *state.first<WalkMemory>();
    const WalkWatch& watch = *state.first<WalkWatch>();
    put("steps_made", "-", memory.steps);
    put("steps_without_ground", "-", memory.late);
    put("pulses_out_of_reach", "-", memory.unreached);
    put("walked", "m", memory.progress);
    if (watch.least_margin < 1e299) put("least_static_margin", "m", watch.least_margin);
    // Slip of a stance that still lasts counts for the maximum and not for the mean.
    double stances = 0.0, sum = 0.0, most = 0.0, torque = 0.0;
    for (std::size_t i = 0; i < walker.legs.size(); ++i) {
      const FootWatch& foot = state.all<FootWatch>()[static_cast<std::size_t>(walker.first_leg) + i];
      stances += foot.stances;
      sum += foot.slip_sum;
      most = std::max({most, foot.most_slip, Vec3(foot.slip[0], foot.slip[1], foot.slip[2]).norm()});
      torque = std::max(torque, foot.most_torque);
    }
    if (stances > 0.0) put("mean_foot_slip", "m", sum / stances);
    put("most_foot_slip", "m", most);
    put("peak_servo_torque", "N m", torque);
    put("most_foot_sinkage", "m", most_sinkage_);
  }

 private:
  double most_sinkage_ = 0.0;  // m, of the feet of all walkers
};

}  // namespace

std::unique_ptr<MetricWatch> watch_walk(const Simulation& s) {
  return s.world().walkers.empty() ? nullptr : std::make_unique<WalkerWatch>();
}

}  // namespace grouser
