// SPDX-License-Identifier: BSD-3-Clause
// Metrics of ties and springs between bodies: tensions from the step's output.
#include "metric_watch.hpp"

namespace grouser {
namespace {

/// Peak tension of each tie, and its mean over the settled part of the run.
class TieWatch final : public MetricWatch {
 public:
  explicit TieWatch(const World& world)
      : settled_from_(settled_from(world)), tensions_(world.model->springs().size()) {}

  void observe(const Simulation& s) override {
    const bool settled = s.time() >= settled_from_;
    for (std::size_t i = 0; i < tensions_.size(); ++i) {
      const double now = s.output().tensions[i];
      tensions_[i].peak = std::max(tensions_[i].peak, now);
      if (settled) tensions_[i].settled.add(s.state().motion.dt_prev, now);
    }
  }

  void add_to(const Simulation& s, MetricSink& put) const override {
    for (std::size_t i = 0; i < tensions_.size(); ++i) {
      const std::string name = s.world().model->springs()[i].name + "_tension";
      put(name, "N", tensions_[i].settled.value());
      put(name + "_peak", "N", tensions_[i].peak);
    }
  }

 private:
  struct Tension {
    double peak = 0.0;  // N
    TimeMean settled;
  };
  double settled_from_;
  std::vector<Tension> tensions_;  // one per tie
};

}  // namespace

std::unique_ptr<MetricWatch> watch_ties(const Simulation& s) {
  return s.world().model->springs().empty() ? nullptr : std::make_unique<TieWatch>(s.world());
}

}  // namespace grouser
