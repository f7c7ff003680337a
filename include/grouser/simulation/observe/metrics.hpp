// SPDX-License-Identifier: BSD-3-Clause
// Headline numbers of a run, collected step by step.
#pragma once
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "grouser/simulation/step/metric.hpp"
#include "grouser/simulation/step/simulation.hpp"

namespace grouser {

class MetricWatch;  // of one subject: src/simulation/observe/metrics
struct MetricSink;

/// Collects the headline numbers of one run, step by step.
class MetricsTracker {
 public:
  /// Begins at the simulation's present state.
  explicit MetricsTracker(const Simulation& simulation);
  ~MetricsTracker();
  /// Call after each step.
  void observe(const Simulation& simulation);
  /// Headline numbers with their units, by name, as of the last step.
  std::map<std::string, Metric> metrics(const Simulation& simulation) const;
  /// Units of all numbers that a whole run can report, by name: some exist only once it has settled, stood or
  /// touched.
  std::map<std::string, std::string> units(const Simulation& simulation) const;
  /// Warnings that the numbers alone would hide: for example wheels that sank to the axle.
  std::vector<std::string> notes(const Simulation& simulation) const;

 private:
  MetricSink ask(const Simulation& simulation) const;
  std::vector<std::unique_ptr<MetricWatch>> watches_;
};

}  // namespace grouser
