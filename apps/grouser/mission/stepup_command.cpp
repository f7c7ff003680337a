// SPDX-License-Identifier: BSD-3-Clause
// grouser stepup: plans a humanoid's step up onto a platform, or says which limits prevent it. StepupPlanner
// finds the plan by an interior point method (docs/theory_stepup.md); this file handles one plan, or a sweep
// over one key, and reports.
#include <fmt/format.h>

#include <algorithm>
#include <iostream>

#include "commands.hpp"
#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"
#include "grouser/mission/campaign/parameter_grid.hpp"
#include "grouser/mission/stepup/stepup_plan.hpp"
#include "shared/console.hpp"
#include "shared/force_option.hpp"
#include "shared/interrupt.hpp"
#include "shared/number_range.hpp"
#include "shared/picture_option.hpp"
#include "shared/progress.hpp"
#include "stepup_plot.hpp"

namespace grouser::cli {
namespace {

struct StepupArguments {
  std::string spec, sweep, plot, course;
  PictureOptions size;
  std::vector<std::string> settings;
  bool json = false, force = false;
};

/// The size that was asked for; else 1400 pixels wide with two columns, as high as the charts need.
PlotSize stepup_size(const StepupArguments& a) {
  return picture_size(a.size, {.width = 1400, .height = 0, .columns = 2});
}

/// A plan and how long it took.
struct Planned {
  StepupPlan plan;
  double wall = 0.0;
};

Planned plan_stepup(const StepupSpec& spec) {
  const double began = steady_seconds();
  StepupPlanner planner(spec);
  Planned planned{planner.plan(), 0.0};
  planned.wall = steady_seconds() - began;
  return planned;
}

/// "feasible"; "infeasible" if the answer breaks limits; "not_found" if the search ended without an answer.
const char* status_of(const StepupPlan& plan) {
  return plan.feasible ? "feasible" : plan.found ? "infeasible" : "not_found";
}

/// The plan's numbers in SI units, and the limits that it breaks if it is infeasible.
Json plan_json(const Planned& planned) {
  const StepupPlan& plan = planned.plan;
  Json json{{"status", status_of(plan)},
            {"iterations", plan.iterations},
            {"wall_s", planned.wall},
            {"objective", plan.objective},
            {"durations_s", plan.durations},
            {"most_multiplier", plan.most_multiplier},
            {"most_torque_left", plan.most_torque_left},
            {"most_torque_right", plan.most_torque_right},
            {"lowest_m", plan.lowest},
            {"fastest_rise_m_s", plan.fastest_rise},
            {"position_gap_m", plan.position_gap},
            {"velocity_gap_m_s", plan.velocity_gap}};
  Json shortfalls = Json::array();
  for (const StepupShortfall& s : plan.shortfalls)
    shortfalls.push_back({{"family", s.family},
                          {"foot", s.foot},
                          {"phase", s.phase},
                          {"instant", s.interval},
                          {"instants", s.instants},
                          {"time_s", s.time},
                          {"value", s.value},
                          {"limit", s.limit},
                          {"shortfall", s.shortfall},
                          {"unit", s.unit}});
  if (!plan.feasible) json["shortfalls"] = shortfalls;
  return json;
}

/// Forces and geometry of a foot at an instant; null while it is in the air.
Json foot_json(const StepupFootState& foot) {
  if (!foot.down) return nullptr;
  return {{"multiplier", foot.multiplier},
          {"pressure_centre", foot.pressure_centre},
          {"leg_length", foot.leg_length},
          {"torque", foot.torque}};
}

/// The motion and the feet at each instant; phases are counted from 1.
Json instants_json(const StepupPlan& plan) {
  Json instants = Json::array();
  for (const StepupInstant& i : plan.instants)
    instants.push_back({{"time", i.time},
                        {"phase", i.phase + 1},
                        {"position", i.position},
                        {"velocity", i.velocity},
                        {"left", foot_json(i.left)},
                        {"right", foot_json(i.right)}});
  return instants;
}

Json remedies_json(const std::vector<StepupRemedy>& remedies) {
  Json json = Json::array();
  for (const StepupRemedy& r : remedies)
    json.push_back(
        {{"setting", r.setting}, {"from", r.from}, {"to", r.to}, {"unit", r.unit}, {"helps", r.helps}});
  return json;
}

/// The plan's numbers as a table.
std::string numbers_text(const Planned& planned) {
  const StepupPlan& plan = planned.plan;
  using enum TextTable::Align;
  TextTable table({left, right, left});
  const auto row = [&](const char* name, double value, const char* unit) {
    table.add_row({name, number_text(value), unit});
  };
  for (std::size_t phase = 0; phase < kStepupPhases; ++phase)
    row(fmt::format("duration of phase {}", phase + 1).c_str(), plan.durations[phase], "s");
  row("largest multiplier", plan.most_multiplier, "1/s2");
  row("largest |tau|, left", plan.most_torque_left, "m/s2");
  row("largest |tau|, right", plan.most_torque_right, "m/s2");
  row("lowest centre of mass", plan.lowest, "m");
  row("fastest rise", plan.fastest_rise, "m/s");
  row("objective", plan.objective, "");
  row("gap to the exact motion", 1e3 * plan.position_gap, "mm");
  row("gap of its speed", 1e3 * plan.velocity_gap, "mm/s");
  return fmt::format("{} in {} iterations, {} ms\n", status_of(plan), plan.iterations,
                     number_text(1e3 * planned.wall, 3)) +
         table.text();
}

/// Table of the limits that prevent a plan, and of the changes that would help.
std::string shortfalls_text(const StepupPlan& plan, const std::vector<StepupRemedy>& remedies) {
  using enum TextTable::Align;
  TextTable limits({left, left, right, right, right, right, right, right, left});
  limits.add_header({"limit", "foot", "phase", "instant", "instants", "value", "limit", "shortfall", ""});
  for (const StepupShortfall& s : plan.shortfalls)
    limits.add_row({s.family, s.foot, std::to_string(s.phase), std::to_string(s.interval),
                    std::to_string(s.instants), number_text(s.value, 4), number_text(s.limit, 4),
                    number_text(s.shortfall, 3), s.unit});
  TextTable changes({left, right, right, left});
  changes.add_header({"any one of these", "from", "to", ""});
  for (const StepupRemedy& r : remedies)
    changes.add_row(
        {r.setting, number_text(r.from, 4), r.helps ? number_text(r.to, 4) : "-",
         r.helps ? r.unit : fmt::format("does not help up to {} {}", number_text(r.to, 3), r.unit)});
  return "where as little as possible is broken:\n" + limits.text() + changes.text();
}

/// Searches for single settings that make the step feasible, with a progress bar; Ctrl+C ends it.
std::vector<StepupRemedy> remedies_of(const StepupSpec& spec) {
  Progress progress("settings");
  return find_stepup_remedies(spec, [&](double part) {
    progress.update(part, 1.0);
    return !interrupted();
  });
}

constexpr const char* kCourseBegin = "# A plan of grouser stepup";

/// The plan as the [stepup] of a scenario, with every digit, so that a reader makes the same step.
std::string course_text(const StepupArguments& a, const StepupSpec& spec, const StepupPlan& plan) {
  std::string settings;
  for (const std::string& setting : a.settings) settings += " --set " + setting;
  std::string text = fmt::format("{} {}{}: [s, m, m, m, m/s, m/s, m/s] of the centre of mass\n", kCourseBegin,
                                 a.spec, settings);
  text += "[stepup]\n";
  const std::string table = "stepup.";
  for (const Override& setting : stepup_settings(spec, plan))
    text += setting.key.substr(table.size()) + " = " + setting.value + "\n";
  return text;
}

/// Plans one step, writes what was asked for and reports. kExitFailed if it is infeasible or was not found.
int plan_one(const StepupArguments& a, const StepupSpec& spec) {
  const Planned planned = plan_stepup(spec);
  std::vector<StepupRemedy> remedies;
  if (planned.plan.found && !planned.plan.feasible) remedies = remedies_of(spec);
  if (!a.plot.empty()) write_stepup_plot(a.plot, spec, planned.plan, stepup_size(a));
  if (!a.course.empty() && planned.plan.feasible)
    write_file_atomically(a.course, course_text(a, spec, planned.plan));
  if (a.json) {
    Json json = plan_json(planned);
    if (!planned.plan.feasible) json["remedies"] = remedies_json(remedies);
    json["instants"] = instants_json(planned.plan);
    print_json(json);
  } else {
    std::cout << numbers_text(planned)
              << (planned.plan.feasible ? "" : shortfalls_text(planned.plan, remedies));
  }
  if (planned.plan.feasible) return kExitOk;
  print_error(planned.plan.found ? "the step is infeasible" : "no plan was found");
  return kExitFailed;
}

/// Plans a step for each value of a key and compares them. An infeasible step is an answer too; only a plan
/// that was not found is a failure.
int plan_many(const StepupArguments& a, const std::vector<Override>& settings) {
  const Override parts = parse_override(a.sweep, "--sweep");
  const VariedKey varied{parts.key, parse_number_range("--sweep " + parts.key, parts.value, any_number(""))};
  std::vector<StepupPlan> plans;
  Json rows = Json::array();
  using enum TextTable::Align;
  TextTable table({right, left, right, right, right, right, right, right, right, right});
  table.add_header({varied.key, "", "T1", "T2", "T3", "T4", "T5", "largest lambda", "lowest z", "rise"});
  {
    Progress progress("steps");
    for (const double value : varied.values) {
      if (interrupted()) throw Interrupted(fmt::format("after {} steps", plans.size()));
      std::vector<Override> own = settings;
      own.push_back({varied.key, fmt::format("{}", value), "--sweep " + a.sweep});
      const Planned planned = plan_stepup(read_stepup(a.spec, own));
      plans.push_back(planned.plan);
      Json row = plan_json(planned);
      row[varied.key] = value;
      rows.push_back(row);
      std::vector<std::string> cells{number_text(value), status_of(planned.plan)};
      for (const double duration : planned.plan.durations) cells.push_back(fmt::format("{:.3f}", duration));
      for (const double number :
           {planned.plan.most_multiplier, planned.plan.lowest, planned.plan.fastest_rise})
        cells.push_back(planned.plan.feasible ? number_text(number, 4) : "-");
      table.add_row(cells);
      progress.update(static_cast<double>(plans.size()), static_cast<double>(varied.values.size()));
    }
  }
  if (!a.plot.empty()) write_stepup_sweep_plot(a.plot, varied.key, varied.values, plans, stepup_size(a));
  if (a.json)
    print_json(Json{{"sweep", varied.key}, {"rows", rows}});
  else
    std::cout << table.text();
  // A key that changes no plan was probably mistaken for another.
  const auto alike = [&](const StepupPlan& plan) {
    return plan.feasible == plans.front().feasible && plan.durations == plans.front().durations &&
           plan.objective == plans.front().objective;
  };
  if (plans.size() > 1 && std::all_of(plans.begin(), plans.end(), alike))
    print_note("--sweep " + varied.key + " changes nothing: all plans are the same");
  const bool all = std::all_of(plans.begin(), plans.end(), [](const StepupPlan& plan) { return plan.found; });
  if (!all) print_error("no answer was found for some of the steps");
  return all ? kExitOk : kExitFailed;
}

/// Reads the request, refuses contradictions before any work, and plans one step or many.
int stepup(const StepupArguments& a) {
  std::vector<Override> settings;
  for (const std::string& setting : a.settings) settings.push_back(parse_override(setting));
  const StepupSpec spec = read_stepup(a.spec, settings);
  check_outputs(
      {{"--plot", a.plot, chart_kind(a.plot)}, {"--course", a.course, text_kind({".toml"}, kCourseBegin)}},
      {a.spec}, replacing(a.force));
  if (!a.course.empty() && !a.sweep.empty())
    throw InputError("--course", "a course beside --sweep", "one plan");
  stepup_size(a);  // a wrong one is refused before any work
  catch_interrupts();
  return a.sweep.empty() ? plan_one(a, spec) : plan_many(a, settings);
}

}  // namespace

void declare_stepup(Command& command) {
  auto& a = command.runs(stepup);
  command.argument("SPEC", a.spec,
                   "A file that asks for a step up, or the id of one that comes with the program");
  command.repeated("--set KEY=VALUE", a.settings, "Replace a value of the file");
  command.option("--sweep KEY=FROM:TO:STEP", a.sweep, "Plan for each of these values, and compare");
  command.option("--plot FILE", a.plot,
                 "Draw the plan, or what the sweep found, into this picture: .png, .svg or .pdf");
  add_picture_options(command, a.size);
  command.option("--course OUT.toml", a.course, "Write the plan as the [stepup] of a scenario");
  add_force_option(command, a.force);
  command.flag("--json", a.json, "Report as one JSON object on standard output");
  command.footer(
      "Example: grouser stepup stepup_31cm --set height=0.4 --plot step.png\n"
      "         grouser stepup stepup_31cm --sweep height=0.1:0.5:0.05\n"
      "Exit code 1: the step is infeasible; the limits that forbid it are listed, and what single change "
      "helps.");
}

}  // namespace grouser::cli
