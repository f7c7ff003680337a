// Headline numbers of a run, gathered step by step.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "grouser/simulation/run.hpp"
#include "grouser/simulation/world.hpp"

namespace grouser {

class MetricsTracker {
 public:
  explicit MetricsTracker(const Simulation& simulation);
  /// After each step.
  void observe(const Simulation& simulation);
  std::map<std::string, Metric> metrics(const Simulation& simulation) const;
  /// What the numbers alone would hide: wheels that sank to the axle.
  std::vector<std::string> notes() const;

 private:
  std::vector<bool> sunk_;  // a wheel: sank to its axle
  const World& world_;
  Vec3 start_, last_;
  struct Tension {
    double peak = 0.0, sum = 0.0;  // N, and N s over the settled share of the run
  };
  std::vector<Tension> tensions_;  // one a tie
  double distance_ = 0.0;    // along the path, horizontal
  double peak_wheel_force_ = 0.0, peak_sphere_force_ = 0.0;
  double peak_acceleration_ = 0.0;  // of the chassis' frame
  double max_sinkage_ = 0.0, max_tilt_ = 0.0;
  double slip_sum_ = 0.0, load_sum_ = 0.0, pull_sum_ = 0.0;  // times seconds
  double slip_time_ = 0.0, load_time_ = 0.0;  // s
  double settled_from_;  // s: loads are averaged from here on
};

}  // namespace grouser
