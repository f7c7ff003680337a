// SPDX-License-Identifier: BSD-3-Clause
// The keys of [verdict]: by what a run is judged.
#include <algorithm>
#include <cmath>

#include "scenario_keys.hpp"

namespace grouser {
namespace {

/// A share. Its size is up to 2, where a wheel turns against the motion of its hub.
constexpr NumberRange kAnySlip{-2.0, 2.0, false, "-"};

/// The range of a condition. scale: from SI to the file's unit; other than 1 for angles alone.
void visit_range(KeyVisitor& v, GoalRange& range, const NumberRange& ends, double scale) {
  const auto end = [&](const Key& key, double& value) {
    if (!v.has(key, std::isfinite(value))) return;
    scale == 1.0 ? v.number(key, value, ends) : v.angle(key, value, ends);
  };
  end({"above", "least that counts", Need::yes}, range.above);
  end({"below", "most that counts", Need::yes}, range.below);
  if (!std::isfinite(range.above) && !std::isfinite(range.below))
    v.refuse("", "neither `above` nor `below`", "one of them, or both");
  if (range.above > range.below) v.refuse("above", "a range that nothing lies in", "`above` at most `below`");
}

/// The place of a goal, in the plane.
void visit_place(KeyVisitor& v, GoalPlace& place) {
  v.numbers({"at", "where the root's origin must come, in plan", Need::yes}, {place.at.data(), 2},
            any_number("m"));
  v.number({"within", "distance that counts as there"}, place.within, {1e-3, 1e6, false, "m"});
}

/// Adds the condition that a key of the file's table names.
void add_condition(const KeyVisitor& v, const std::string& key, Goal& goal) {
  if (!v.is_table(key))
    v.refuse(key, "a value",
             key == "place" ? "a table such as { at = [2.0, 0.0], within = 0.2 } (m)"
                            : "a table such as { above = 0.1 } or { below = 20 }");
  const auto named = [&](const GoalName& name) { return key == name.key; };
  const auto name = std::find_if(kGoalNames.begin(), kGoalNames.end(), named);
  if (key == "place")
    goal.place.emplace();
  else if (name == kGoalNames.end())
    goal.metrics.push_back({key, {}, {}});
  else
    goal.limits.push_back({static_cast<GoalQuantity>(name - kGoalNames.begin()), {}});
}

/// [verdict.success] or [verdict.failure]: conditions named by their keys.
void visit_goal(KeyVisitor& v, const Key& key, Goal& goal) {
  if (!v.has(key, !goal.empty())) return;
  v.table(key, [&] {
    // Conditions of the file, or all possible ones for a list of keys.
    for (const std::string& name : v.names()) add_condition(v, name, goal);
    if (v.task() == KeyTask::list) {
      for (const GoalName& name : kGoalNames) add_condition(v, name.key, goal);
      for (const char* name : {"place", "METRIC"}) add_condition(v, name, goal);
    }
    // The tables of these conditions.
    if (goal.place) v.table({"place", "to reach"}, [&] { visit_place(v, *goal.place); });
    for (GoalLimit& limit : goal.limits) {
      const GoalName& name = kGoalNames[static_cast<std::size_t>(limit.quantity)];
      const NumberRange ends = limit.quantity == GoalQuantity::slip ? kAnySlip : any_number(name.unit);
      v.table({name.key, "of the moment"}, [&] { visit_range(v, limit.range, ends, name.scale); });
    }
    for (GoalMetric& metric : goal.metrics)
      v.table({metric.name, "a metric of the run"},
              [&] { visit_range(v, metric.range, any_number(""), 1.0); });
    if (goal.empty()) v.refuse("", "no condition", "place, a number of the moment or a metric of the run");
  });
}

}  // namespace

void visit_keys(KeyVisitor& v, VerdictSpec& verdict) {
  EgressLimits& l = verdict.settings.limits;
  v.text({"vehicle", "that is judged; empty: the first rover on a lander, or the main one"}, verdict.vehicle);
  v.number({"hold", "for which all wheels must stand clear of the lander"}, l.hold, {0.0, 1e4, false, "s"});
  v.angle({"tilt_limit_deg", "from the vertical, beyond which it has tipped"}, l.tilt_limit,
          {1.0, 180.0, false, "deg"});
  v.number({"drop_limit", "of a wheel beside a ramp"}, l.drop_limit, {0.0, 100.0, false, "m"});
  v.number({"belly_share", "of the weight on what is no wheel"}, l.belly_share, {0.0, 1.0, false, "-"});
  v.number({"window", "in which progress is looked at"}, l.window, {1e-3, 1e6, false, "s"});
  v.number({"stall_share", "of the commanded distance"}, l.stall_share, {0.0, 1.0, false, "-"});
  v.number({"least_commanded", "distance in a window from which on it counts"}, l.least_commanded,
           {0.0, 1e6, false, "m"});
  v.flag({"stop", "whether the run ends with the verdict"}, verdict.settings.stop);
  visit_goal(v, {"success", "a goal of the scenario's own"}, verdict.settings.goals.success);
  visit_goal(v, {"failure", "what ends it as a failure"}, verdict.settings.goals.failure);
}

}  // namespace grouser
