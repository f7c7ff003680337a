// SPDX-License-Identifier: BSD-3-Clause
#include "verdict_table.hpp"

#include <algorithm>
#include <numbers>

#include "grouser/base/error.hpp"
#include "grouser/math/units.hpp"

namespace grouser {
namespace {

GoalPlace read_place(const TomlTable& t) {
  GoalPlace place;
  const std::vector<double> at = t.numbers("at", 2, any_number("m"));
  place.at = Vec2(at[0], at[1]);
  place.within = t.number_or("within", place.within, {1e-3, 1e6, false, "m"});
  return place;
}

/// `scale`: from SI to the file's unit; other than 1 of angles alone.
GoalRange read_range(const TomlTable& t, const char* unit, double scale) {
  const auto number = [&](const char* key) {
    const double x = t.number(key, any_number(unit));
    return scale == 1.0 ? x : x * std::numbers::pi / 180.0;  // as write_range() turns it back
  };
  GoalRange range;
  if (t.has("above")) range.above = number("above");
  if (t.has("below")) range.below = number("below");
  if (!t.has("above") && !t.has("below"))
    throw InputError(t.place(""), "neither `above` nor `below`", "one of them, or both");
  if (range.above > range.below)
    throw InputError(t.place("above"), "a range that nothing lies in", "`above` at most `below`");
  return range;
}

Goal read_goal(const TomlTable& verdict, const char* which) {
  Goal goal;
  if (!verdict.has(which)) return goal;
  const TomlTable t = verdict.table(which);
  for (const std::string& key : t.keys()) {
    if (!t.is_table(key))
      throw InputError(t.place(key), "a value",
                       key == "place" ? "a table such as { at = [2.0, 0.0], within = 0.2 } (m)"
                                      : "a table such as { above = 0.1 } or { below = 20 }");
    const TomlTable condition = t.table(key);
    if (key == "place") {
      goal.place = read_place(condition);
      continue;
    }
    const auto named = [&](const GoalName& name) { return key == name.key; };
    const auto name = std::find_if(kGoalNames.begin(), kGoalNames.end(), named);
    if (name == kGoalNames.end())
      goal.metrics.push_back({key, read_range(condition, "", 1.0), t.place(key)});
    else
      goal.limits.push_back({static_cast<GoalQuantity>(name - kGoalNames.begin()),
                             read_range(condition, name->unit, name->scale)});
  }
  if (goal.empty())
    throw InputError(t.place(""), "no condition", "place, a number of the moment or a metric of the run");
  return goal;
}

void write_range(const GoalRange& range, double scale, TomlWriter& t) {
  const auto number = [&](const char* key, double value) {
    if (!std::isfinite(value)) return;
    t.number(key, scale == 1.0 ? value : degrees_of(value));
  };
  number("above", range.above);
  number("below", range.below);
}

void write_goal(const Goal& goal, const std::string& which, TomlWriter& t) {
  const std::string table = "[verdict." + which + ".";
  if (goal.place) {
    t.table(table + "place]");
    t.line("at", fmt::format("[{}, {}]", goal.place->at.x(), goal.place->at.y()));
    t.number("within", goal.place->within);
  }
  for (const GoalLimit& limit : goal.limits) {
    const GoalName& name = kGoalNames[static_cast<std::size_t>(limit.quantity)];
    t.table(table + name.key + "]");
    write_range(limit.range, name.scale, t);
  }
  for (const GoalMetric& metric : goal.metrics) {
    t.table(table + toml_string(metric.name) + "]");
    write_range(metric.range, 1.0, t);
  }
}

}  // namespace

void read_verdict(const TomlTable& scenario, WorldSpec& spec) {
  spec.verdict_place = scenario.place("verdict");
  if (!scenario.has("verdict")) return;
  const TomlTable t = scenario.table("verdict");
  VerdictSpec verdict;
  EgressLimits& l = verdict.settings.limits;
  verdict.vehicle = t.string_or("vehicle", "");
  l.hold = t.number_or("hold", l.hold, {0.0, 1e4, false, "s"});
  l.tilt_limit = t.angle_deg_or("tilt_limit_deg", l.tilt_limit * kDegrees, {1.0, 180.0, false, "deg"});
  l.drop_limit = t.number_or("drop_limit", l.drop_limit, {0.0, 100.0, false, "m"});
  l.belly_share = t.number_or("belly_share", l.belly_share, {0.0, 1.0, false, "-"});
  l.window = t.number_or("window", l.window, {1e-3, 1e6, false, "s"});
  l.stall_share = t.number_or("stall_share", l.stall_share, {0.0, 1.0, false, "-"});
  l.least_commanded = t.number_or("least_commanded", l.least_commanded, {0.0, 1e6, false, "m"});
  verdict.settings.stop = t.boolean_or("stop", verdict.settings.stop);
  verdict.settings.goals = {read_goal(t, "success"), read_goal(t, "failure")};
  spec.verdict = std::move(verdict);
}

void write_verdict(const WorldSpec& spec, TomlWriter& t) {
  if (!spec.verdict) return;
  const EgressLimits& l = spec.verdict->settings.limits;
  t.table("[verdict]");
  if (!spec.verdict->vehicle.empty()) t.string("vehicle", spec.verdict->vehicle);
  t.number("hold", l.hold);
  t.angle("tilt_limit_deg", l.tilt_limit);
  t.number("drop_limit", l.drop_limit);
  t.number("belly_share", l.belly_share);
  t.number("window", l.window);
  t.number("stall_share", l.stall_share);
  t.number("least_commanded", l.least_commanded);
  t.boolean("stop", spec.verdict->settings.stop);
  write_goal(spec.verdict->settings.goals.success, "success", t);
  write_goal(spec.verdict->settings.goals.failure, "failure", t);
}

}  // namespace grouser
