// SPDX-License-Identifier: BSD-3-Clause
// Watches how long joints of the suspension are on their stops; it gives notes and no metrics.
#include <fmt/format.h>

#include "metric_watch.hpp"

namespace grouser {
namespace {

// Share of the run from which a stop is reported.
constexpr double kMostOfTheRun = 0.5;

/// Time that each passive joint of the main vehicle spends beyond its limits.
class StopWatch final : public MetricWatch {
 public:
  explicit StopWatch(const World& world) {
    for (const Joint& joint : world.model->joints())
      if (joint.nv == 1 && joint.mode == CoordinateMode::dynamic && joint.forces.limit_stiffness > 0.0 &&
          world.belongs(joint.child, world.main_vehicle))
        stops_.push_back({&joint});
  }

  void observe(const Simulation& s) override {
    const double dt = s.state().motion.dt_prev;
    observed_ += dt;
    for (Stop& stop : stops_) {
      const double q = s.state().motion.q[stop.joint->q_index];
      if (q > stop.joint->forces.upper || q < stop.joint->forces.lower) stop.time += dt;
    }
  }

  /// Names joints that spent most of the run on their stops.
  void add_notes(const World&, std::vector<std::string>& notes) const override {
    for (const Stop& stop : stops_)
      if (stop.time > kMostOfTheRun * observed_)
        notes.push_back(fmt::format("joint '{}' stood on its stop for {:.0f} % of the run", stop.joint->name,
                                    100.0 * stop.time / observed_));
  }

 private:
  struct Stop {
    const Joint* joint;  // of the model, which the world keeps
    double time = 0.0;   // beyond a limit, s
  };
  std::vector<Stop> stops_;
  double observed_ = 0.0;  // s
};

}  // namespace

std::unique_ptr<MetricWatch> watch_stops(const Simulation& s) {
  return s.world().main().wheel_count == 0 ? nullptr : std::make_unique<StopWatch>(s.world());
}

}  // namespace grouser
