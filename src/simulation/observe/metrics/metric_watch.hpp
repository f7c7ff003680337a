// SPDX-License-Identifier: BSD-3-Clause
// The headline numbers of a run: one watch knows those of a subject. MetricsTracker keeps those of its world.
#pragma once
#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "grouser/simulation/step/metric.hpp"
#include "grouser/simulation/step/output.hpp"
#include "grouser/simulation/step/simulation.hpp"
#include "grouser/simulation/step/state.hpp"
#include "grouser/simulation/step/world.hpp"

namespace grouser {

/// Takes the numbers of a run. One that exists only once the run has settled, stood or touched has no value
/// before, but a unit.
struct MetricSink {
  std::map<std::string, Metric> metrics;
  std::map<std::string, std::string> units;
  void operator()(const std::string& name, const char* unit, std::optional<double> value) {
    units[name] = unit;
    if (value) metrics[name] = {*value, unit};
  }
};

/// Interface of a watch, which sees every step and gives its numbers at the end.
class MetricWatch {
 public:
  virtual ~MetricWatch() = default;
  /// Called after each step.
  virtual void observe(const Simulation&) {}
  virtual void add_to(const Simulation&, MetricSink&) const {}
  /// Adds facts that the numbers alone would hide.
  virtual void add_notes(const World&, std::vector<std::string>&) const {}
};

/// Makes a watch from a simulation at its start; null where its world has nothing of the subject.
using MakeMetricWatch = std::unique_ptr<MetricWatch>(const Simulation&);
MakeMetricWatch watch_balance;   // robots under whole-body control, the first one
MakeMetricWatch watch_lander;    // its rocking and the load of its ramps, alone or under a rover
MakeMetricWatch watch_landing;   // that the scenario judges (`[landing]`), up to its verdict
MakeMetricWatch watch_meshes;    // in hard contact: what each part bore
MakeMetricWatch watch_numerics;  // steps, the longest that contacts carry, energy book, gaps of loops
MakeMetricWatch watch_ride;      // path, tilt, accelerations, tip-over of the main vehicle
MakeMetricWatch watch_stops;     // of the main vehicle's suspension
MakeMetricWatch watch_struts;    // greatest loads, what each crushed, what all took of the energy
MakeMetricWatch watch_ties;      // their tension
MakeMetricWatch watch_walk;      // steps, slip of feet, torque; of the first walker
MakeMetricWatch watch_wheels;    // force, sinkage, slip, settled loads, drawbar pull

/// From here on settled loads are averaged, s.
double settled_from(const World&);

/// An average over time: the step length may change.
struct TimeMean {
  double sum = 0.0, time = 0.0;  // the value's unit times s, and s
  void add(double dt, double value) { sum += dt * value, time += dt; }
  std::optional<double> value() const { return time > 0.0 ? std::optional(sum / time) : std::nullopt; }
};

/// Greatest lean of a vehicle, and its least margin against tipping over.
class Rocking {
 public:
  Rocking(const World&, int vehicle);
  void observe(const Simulation&);
  /// PREFIXmax_tilt and, where it stood, PREFIXmin_tip_over_margin, deg.
  void add_to(const std::string& prefix, MetricSink&) const;
  /// Whether its root moves freely; otherwise its tilt stays 0.
  bool is_free() const { return root_q_ >= 0; }

 private:
  std::size_t vehicle_;
  int root_q_ = -1;
  double max_tilt_ = 0.0;               // rad
  std::optional<double> least_margin_;  // rad; nothing: it never stood on supports
};

}  // namespace grouser
