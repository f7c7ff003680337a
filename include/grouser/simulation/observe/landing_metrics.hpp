// SPDX-License-Identifier: BSD-3-Clause
// Headline numbers of a landing that the scenario judges (`[landing]`), up to its verdict.
#pragma once
#include <map>
#include <numbers>
#include <optional>
#include <string>
#include <vector>

#include "grouser/multibody/tree/dynamics.hpp"
#include "grouser/simulation/step/metric.hpp"
#include "grouser/simulation/step/simulation.hpp"

namespace grouser {

/// Butterworth's low pass of second order, y'' + sqrt(2) w y' + w^2 y = w^2 u, by the trapezoidal rule, which takes steps of any
/// length; at rest at first.
class LowPass {
 public:
  /// cutoff: Hz.
  explicit LowPass(double cutoff) : w_(2.0 * std::numbers::pi * cutoff) {}
  const Vec3& step(const Vec3& u, double dt);

 private:
  double w_;  // 1/s
  Vec3 u_ = Vec3::Zero(), y_ = Vec3::Zero(), rate_ = Vec3::Zero();
};

class LandingMetrics {
 public:
  explicit LandingMetrics(const Simulation& simulation);
  /// Call after each step; does nothing unless a landing is judged.
  void observe(const Simulation& simulation);
  void add_to(const Simulation& simulation, std::map<std::string, Metric>& metrics) const;
  /// Units of the numbers that exist only once something has touched or come to rest.
  void add_units(const Simulation& simulation, std::map<std::string, std::string>& units) const;

 private:
  /// At the feet that touch now; nothing if fewer than three do.
  std::optional<double> tipping_energy(const Simulation& simulation) const;
  struct Foot {
    std::size_t record;
    double first_touch = -1.0;  // s
    double slid = 0.0;          // m
    int order = 0;
  };
  struct JointPeak {
    int joint;
    Wrench load{};
    double force = 0.0;  // N
  };
  void observe_feet(const Simulation& simulation, double dt);
  void observe_hull(const Simulation& simulation);
  void observe_joints(const Simulation& simulation);

  bool on_ = false;
  int lander_ = 0;
  BodyId root_;
  LowPass low_pass_;
  double peak_ = 0.0, peak_filtered_ = 0.0;  // m/s2
  std::map<std::string, double> clearance_;  // m, the least of each part's spheres
  double last_time_ = 0.0;                   // s
  double axis_speed_ = 0.0, across_ = 0.0;   // m/s
  bool touched_ = false, airborne_ = false;
  int bounces_ = 0, touch_count_ = 0;
  double tilt_ = 0.0;  // rad, of the last step
  std::vector<Foot> feet_;
  std::vector<JointPeak> joints_;
  std::vector<Wrench> loads_;
};

}  // namespace grouser
