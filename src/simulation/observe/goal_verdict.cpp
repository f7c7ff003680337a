// SPDX-License-Identifier: BSD-3-Clause
// The verdict of a finished run, with goals on metrics: the watch in the step judges quantities of the
// moment, and this file the metrics, which are known only at the end.
#include "grouser/simulation/observe/goal_verdict.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "grouser/base/error.hpp"
#include "grouser/base/near_words.hpp"
#include "grouser/simulation/observe/metrics.hpp"
#include "grouser/simulation/step/goal.hpp"
#include "grouser/simulation/step/state.hpp"
#include "grouser/simulation/step/world.hpp"

namespace grouser {
namespace {

/// A metric's name with its value, or that it has none.
std::string found_text(const GoalMetric& limit, const std::map<std::string, Metric>& metrics) {
  const auto found = metrics.find(limit.name);
  if (found == metrics.end()) return limit.name + " has no value";
  return fmt::format("{} {:.4g} {}", limit.name, found->second.value, found->second.unit);
}

/// Whether a metric has a value within the range.
bool holds(const GoalMetric& limit, const std::map<std::string, Metric>& metrics) {
  const auto found = metrics.find(limit.name);
  return found != metrics.end() && limit.range.holds(found->second.value);
}

/// A metric's unit, empty where it has no value.
std::string unit_of(const GoalMetric& limit, const std::map<std::string, Metric>& metrics) {
  const auto found = metrics.find(limit.name);
  return found == metrics.end() ? "" : found->second.unit;
}

/// The first metric of failure within its range, or of success outside its range; nothing if there is none.
std::optional<std::string> why_failed(const Goals& goals, const std::map<std::string, Metric>& metrics) {
  for (const GoalMetric& limit : goals.failure.metrics)
    if (holds(limit, metrics))
      return fmt::format("{}, {}", found_text(limit, metrics),
                         describe(limit.range, unit_of(limit, metrics).c_str()));
  for (const GoalMetric& limit : goals.success.metrics)
    if (!holds(limit, metrics))
      return fmt::format("{}, not {}", found_text(limit, metrics),
                         describe(limit.range, unit_of(limit, metrics).c_str()));
  return std::nullopt;
}

}  // namespace

std::optional<Verdict> final_verdict(const Simulation& simulation,
                                     const std::map<std::string, Metric>& metrics) {
  const std::optional<Verdict> verdict = simulation.verdict();
  const SimulationState& state = simulation.state();
  // Only runs with goals that have ended without another verdict are judged here.
  if (state.all<GoalMemory>().empty() || !simulation.finished()) return verdict;
  if (verdict && verdict->name != "timed_out") return verdict;
  const Goals& goals = simulation.world().verdict->goals;
  if (!goals.ask_for_metrics()) return verdict;
  const double reached = state.first<GoalMemory>()->reached_at;
  const double time = reached >= 0.0 ? reached : simulation.time();
  const bool asks_for_success = !goals.success.empty();
  // A success whose momentary part was missed cannot be reached; a failure still can be.
  if (goals.success.momentary() && reached < 0.0) {
    for (const GoalMetric& limit : goals.failure.metrics)
      if (holds(limit, metrics)) return Verdict{"failure", time, *why_failed(goals, metrics)};
    return verdict;
  }
  if (const auto why = why_failed(goals, metrics)) return Verdict{"failure", time, *why};
  std::string reason =
      asks_for_success ? describe(goals.success) : "no failure: none of " + describe(goals.failure);
  for (const GoalMetric& limit : goals.success.metrics) reason += "; " + found_text(limit, metrics);
  return Verdict{"success", time, reason};
}

// Names are checked at the start of a run, when metrics have units but some have no values.
void check_goals(const Simulation& simulation) {
  if (simulation.state().all<GoalMemory>().empty() || !simulation.world().verdict->goals.ask_for_metrics())
    return;
  const std::map<std::string, std::string> units = MetricsTracker(simulation).units(simulation);
  std::vector<std::string> known;
  for (const auto& [name, unit] : units) known.push_back(name);
  const Goals& goals = simulation.world().verdict->goals;
  for (const Goal* goal : {&goals.success, &goals.failure})
    for (const GoalMetric& limit : goal->metrics)
      if (!units.count(limit.name)) {
        std::vector<std::string> all{"place"};
        for (const GoalName& name : kGoalNames) all.emplace_back(name.key);
        all.insert(all.end(), known.begin(), known.end());
        throw InputError(limit.place, "'" + limit.name + "'" + did_you_mean(limit.name, all),
                         "place, a number of the moment or a metric of the run: " + word_list(all));
      }
}

}  // namespace grouser
