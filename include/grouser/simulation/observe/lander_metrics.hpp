// SPDX-License-Identifier: BSD-3-Clause
// Headline numbers of the lander, alone or under a rover: how it rocks and what its ramps carry.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "grouser/multibody/tree/dynamics.hpp"
#include "grouser/simulation/step/metric.hpp"
#include "grouser/simulation/step/simulation.hpp"

namespace grouser {

class LanderMetrics {
 public:
  explicit LanderMetrics(const Simulation& simulation);
  /// Call after each step; does nothing without a lander.
  void observe(const Simulation& simulation);
  void add_to(std::map<std::string, Metric>& metrics) const;

 private:
  void observe_ramps(const Simulation& simulation);

  int lander_ = -1;  // index of its vehicle
  bool on_ = false;
  int root_q_ = 0;
  // Bodies that carry a surface and hang on a joint; also their joint indices
  std::vector<int> ramps_;
  std::vector<Vec3> ramp_force_;     // scratch: force of all wheels on each ramp, N
  std::vector<Wrench> joint_loads_;  // scratch
  double max_tilt_ = 0.0, least_margin_ = 0.0;
  double peak_ramp_load_ = 0.0, peak_hinge_load_ = 0.0, peak_pad_force_ = 0.0;
};

}  // namespace grouser
