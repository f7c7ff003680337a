// SPDX-License-Identifier: BSD-3-Clause
// Headline numbers of a run, collected step by step.
#pragma once
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "grouser/simulation/observe/lander_metrics.hpp"
#include "grouser/simulation/observe/landing_metrics.hpp"
#include "grouser/simulation/observe/mesh_metrics.hpp"
#include "grouser/simulation/step/metric.hpp"
#include "grouser/simulation/observe/strut_metrics.hpp"
#include "grouser/simulation/step/simulation.hpp"
#include "grouser/simulation/step/world.hpp"

namespace grouser {

class MetricsTracker {
 public:
  explicit MetricsTracker(const Simulation& simulation);
  /// Call after each step.
  void observe(const Simulation& simulation);
  std::map<std::string, Metric> metrics(const Simulation& simulation) const;
  /// Units of all numbers that a whole run can report, by name: some exist only once it has settled, stood or touched.
  std::map<std::string, std::string> units(const Simulation& simulation) const;
  /// What the numbers alone would hide: for example wheels that sank to the axle.
  std::vector<std::string> notes() const;

 private:
  void observe_handling(const Simulation& simulation);
  void observe_gaps(const Simulation& simulation);
  std::string depth_note() const;
  std::string step_note() const;
  void observe_stops(const Simulation& simulation);
  std::vector<std::string> stop_notes() const;
  std::vector<std::string> stance_;  // what is odd about the start
  struct Stop {
    int joint = 0;      // of the model
    double time = 0.0;  // beyond a limit, s
  };
  std::vector<Stop> stops_;      // of the main vehicle's suspension, where it has wheels
  double observed_ = 0.0;        // s
  std::vector<bool> sunk_;       // per wheel: sank to its axle
  std::vector<double> deepest_;  // per wheel: sinkage into the base ground, m
  const World& world_;
  Vec3 start_, last_;
  struct Tension {
    double peak = 0.0, sum = 0.0;  // N, and N s over the settled share of the run
  };
  std::vector<Tension> tensions_;  // one per tie
  double distance_ = 0.0;          // along the path, horizontal
  double peak_wheel_force_ = 0.0, peak_sphere_force_ = 0.0;
  double max_sinkage_ = 0.0, most_foot_sinkage_ = 0.0, max_tilt_ = 0.0, peak_hub_displacement_ = 0.0;
  double peak_joint_acceleration_ = 0.0, peak_chassis_acceleration_ = 0.0;  // rad/s2, m/s2
  double least_contact_step_ = std::numeric_limits<double>::infinity();     // s
  double least_margin_;                                                     // rad
  std::vector<int> suspension_;  // v indices of the rover's passive revolute joints
  LanderMetrics lander_;
  LandingMetrics landing_;
  StrutMetrics struts_;
  MeshMetrics meshes_;
  double widest_gap_ = 0.0;                                  // m, of loops that no projection closes
  double rover_mass_ = 0.0;                                  // kg
  double slip_sum_ = 0.0, load_sum_ = 0.0, pull_sum_ = 0.0;  // integrals over time
  double slip_time_ = 0.0, load_time_ = 0.0;                 // s
  double settled_from_;                                      // s: loads are averaged from here on
};

}  // namespace grouser
