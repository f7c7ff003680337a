// SPDX-License-Identifier: BSD-3-Clause
// Collects the headline numbers of all watches and step elements of a world.
#include "grouser/simulation/observe/metrics.hpp"

#include "grouser/simulation/step/state.hpp"
#include "metrics/metric_watch.hpp"
#include "step/step_element.hpp"

namespace grouser {
namespace {

// The order is that of their notes.
constexpr MakeMetricWatch* kWatches[] = {watch_wheels, watch_stops,  watch_numerics, watch_ride,
                                         watch_ties,   watch_lander, watch_landing,  watch_struts,
                                         watch_meshes, watch_walk,   watch_balance};

}  // namespace

MetricsTracker::MetricsTracker(const Simulation& simulation) {
  for (MakeMetricWatch* make : kWatches)
    if (auto watch = make(simulation)) watches_.push_back(std::move(watch));
}
MetricsTracker::~MetricsTracker() = default;

void MetricsTracker::observe(const Simulation& simulation) {
  for (const auto& watch : watches_) watch->observe(simulation);
}

// Elements give only values; their units are completed here.
MetricSink MetricsTracker::ask(const Simulation& simulation) const {
  MetricSink sink;
  for (const auto& watch : watches_) watch->add_to(simulation, sink);
  for (const auto& element : simulation.elements()) element->add_metrics(simulation.state(), sink.metrics);
  for (const auto& [name, metric] : sink.metrics) sink.units[name] = metric.unit;
  return sink;
}

std::map<std::string, Metric> MetricsTracker::metrics(const Simulation& simulation) const {
  return ask(simulation).metrics;
}

std::map<std::string, std::string> MetricsTracker::units(const Simulation& simulation) const {
  return ask(simulation).units;
}

std::vector<std::string> MetricsTracker::notes(const Simulation& simulation) const {
  std::vector<std::string> notes;
  for (const auto& watch : watches_) watch->add_notes(simulation.world(), notes);
  for (const auto& element : simulation.elements()) element->add_notes(simulation.state(), notes);
  return notes;
}

}  // namespace grouser
