// SPDX-License-Identifier: BSD-3-Clause
// Reads files of step-ups, and refuses specifications that no planner could solve. Bounds of single numbers
// are given where they are read; check_stepup() holds those that concern several, and serves callers
// without a file.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "grouser/base/asset_path.hpp"
#include "grouser/base/document_kind.hpp"
#include "grouser/base/error.hpp"
#include "grouser/mission/stepup/stepup_plan.hpp"

namespace grouser {
namespace {

/// Five durations in s, 0.05 to 60, or `fallback` where the key is absent.
std::array<double, kStepupPhases> read_phases(const TomlTable& table, const char* key,
                                              const std::array<double, kStepupPhases>& fallback) {
  if (!table.has(key)) return fallback;
  const std::vector<double> told = table.numbers(key, kStepupPhases, {0.05, 60.0, false, "s"});
  std::array<double, kStepupPhases> phases{};
  std::copy(told.begin(), told.end(), phases.begin());
  return phases;
}

/// The feet on the ground in each of the five phases; throws InputError for another count or another word.
std::array<StepupStance, kStepupPhases> read_stances(
    const TomlTable& table, const std::array<StepupStance, kStepupPhases>& fallback) {
  if (!table.has("feet")) return fallback;
  const std::vector<std::string> told = table.string_list_or_empty("feet");
  const std::vector<std::pair<std::string, StepupStance>> known{{"both", StepupStance::both},
                                                                {"left", StepupStance::left},
                                                                {"right", StepupStance::right},
                                                                {"none", StepupStance::none}};
  std::array<StepupStance, kStepupPhases> stances{};
  bool good = told.size() == kStepupPhases;
  for (std::size_t phase = 0; good && phase < kStepupPhases; ++phase) {
    const auto found =
        std::find_if(known.begin(), known.end(), [&](const auto& k) { return k.first == told[phase]; });
    good = found != known.end();
    if (good) stances[phase] = found->second;
  }
  if (!good)
    throw InputError(table.place("feet"), fmt::format("{} texts: {}", told.size(), fmt::join(told, ", ")),
                     "5 of both, left, right and none (a flight)");
  return stances;
}

/// "left" or "right": a foot that is not lifted exactly once and set down again; empty if both are.
std::string wrong_foot(const StepupSpec& spec) {
  for (const bool left : {true, false}) {
    int lifts = 0;
    bool down_before = true;
    for (const StepupStance stance : spec.stances) {
      const bool down =
          stance == StepupStance::both || stance == (left ? StepupStance::left : StepupStance::right);
      lifts += down_before && !down;
      down_before = down;
    }
    if (lifts != 1 || !down_before) return left ? "left" : "right";
  }
  return "";
}

void read_weights(const TomlTable& table, StepupWeights& w) {
  const auto read = [&](const char* key, double& weight) {
    weight = table.number_or(key, weight, {0.0, 1e9, false, ""});
  };
  read("terminal", w.terminal);
  read("most_torque", w.most_torque);
  read("torque", w.torque);
  read("control_change", w.control_change);
  read("multiplier", w.multiplier);
  read("pressure_centre", w.pressure_centre);
  read("most_multiplier", w.most_multiplier);
  read("final_control", w.final_control);
  read("duration", w.duration);
}

void read_leg_and_foot(const TomlTable& leg, const TomlTable& foot, StepupSpec& spec) {
  const NumberRange length{0.1, 10.0, false, "m"}, small{1e-3, 2.0, false, "m"};
  spec.shortest_leg = leg.number_or("shortest", spec.shortest_leg, length);
  spec.longest_leg = leg.number_or("longest", spec.longest_leg, length);
  spec.reference_leg = leg.number_or("reference", spec.reference_leg, length);
  spec.foot_length = foot.number_or("length", spec.foot_length, small);
  spec.heel_width = foot.number_or("heel_width", spec.heel_width, small);
  spec.toe_width = foot.number_or("toe_width", spec.toe_width, small);
  spec.foot_scale = foot.number_or("scale", spec.foot_scale, {0.01, 1.0, false, ""});
  spec.inward = foot.number_or("inward", spec.inward, {-0.5, 0.5, false, "m"});
  spec.friction = foot.number_or("friction", spec.friction, {0.01, 10.0, false, ""});
  spec.torsional_friction =
      foot.number_or("torsional_friction", spec.torsional_friction, {1e-4, 10.0, false, "m"});
}

}  // namespace

void check_stepup(const StepupSpec& spec, const std::string& place) {
  const auto refuse = [&](const std::string& what, const std::string& expected) {
    throw InputError(place, what, expected);
  };
  // Phases: bounds of durations, and feet that are down, lifted once, and down again.
  for (int phase = 0; phase < kStepupPhases; ++phase) {
    const auto at = static_cast<std::size_t>(phase);
    if (!(spec.shortest[at] > 0.0 && spec.shortest[at] < spec.longest[at]))
      refuse(fmt::format("phase {} of {} s at least and {} s at most", phase + 1, spec.shortest[at],
                         spec.longest[at]),
             "0 < shortest < longest");
    if (!std::isfinite(spec.desired[at]) || spec.desired[at] <= 0.0)
      refuse(fmt::format("a desired duration of {} s", spec.desired[at]), "a duration above 0");
  }
  if (const std::string foot = wrong_foot(spec); !foot.empty() || spec.stances[0] != StepupStance::both)
    refuse(foot.empty() ? "a first phase without both feet"
                        : "a " + foot + " foot that is not lifted once and set down again",
           "both feet down at the start and at the end, each lifted once");
  // Legs, instants and the rule of integration.
  if (!(spec.shortest_leg > 0.0 && spec.shortest_leg < spec.longest_leg))
    refuse(fmt::format("legs of {} m at least and {} m at most", spec.shortest_leg, spec.longest_leg),
           "0 < shortest < longest");
  if (spec.instants < 5 || spec.instants > 240)
    refuse(fmt::format("{} instants a phase", spec.instants), "5 to 240");
  if (spec.simpson && spec.published_costs) refuse("published costs with Simpson's rule", "one of the two");
  // Weights and numbers that reach the program, which a caller may have set without a file.
  const StepupWeights& w = spec.weights;
  for (const double weight : {w.terminal, w.most_torque, w.torque, w.control_change, w.multiplier,
                              w.pressure_centre, w.most_multiplier, w.final_control, w.duration})
    if (!(weight >= 0.0 && std::isfinite(weight))) refuse(fmt::format("a weight of {}", weight), "0 or more");
  for (const double number :
       {spec.height, spec.step, spec.start_height, spec.gravity, spec.foot_length, spec.heel_width,
        spec.toe_width, spec.foot_scale, spec.friction, spec.torsional_friction, spec.half_width})
    if (!std::isfinite(number)) refuse("a number that is none", "finite numbers");
  if (!(spec.start_height > 0.0 && spec.gravity > 0.0 && spec.half_width > 0.0 && spec.foot_length > 0.0 &&
        spec.heel_width > 0.0 && spec.toe_width > 0.0 && spec.foot_scale > 0.0 && spec.friction > 0.0))
    refuse("a length, gravity or friction of 0 or less", "positive numbers");
}

StepupSpec read_stepup(const std::filesystem::path& path, const std::vector<Override>& settings) {
  const std::filesystem::path file = resolve_asset(path.string(), "stepups", ".");
  TomlTable table = TomlTable::load(file.string());
  refuse_other_kind(table, DocumentKind::stepup);
  for (const Override& setting : settings) table.set(setting);
  StepupSpec spec;
  spec.height = table.number_or("height", spec.height, {-2.0, 2.0, false, "m"});
  spec.step = table.number_or("step", spec.step, {-3.0, 3.0, false, "m"});
  spec.half_width = table.number_or("half_width", spec.half_width, {0.01, 2.0, false, "m"});
  spec.gravity = table.number_or("gravity", spec.gravity, {0.01, 100.0, false, "m/s2"});
  spec.mass = table.number_or("mass", spec.mass, {1.0, 1e5, false, "kg"});
  spec.instants = table.integer_or("instants", spec.instants, 5, 240);
  spec.published_costs = table.choice_or("costs", "integral", {"integral", "published"}) == 1;
  // Tables that are absent leave their defaults.
  const TomlTable start = table.table_or_empty("start");
  spec.start_height = start.number_or("height", spec.start_height, {0.1, 10.0, false, "m"});
  spec.start_offset = start.vec3_or("offset", spec.start_offset, "m");
  spec.start_velocity = start.vec3_or("velocity", spec.start_velocity, "m/s");
  read_leg_and_foot(table.table_or_empty("leg"), table.table_or_empty("foot"), spec);
  const TomlTable phases = table.table_or_empty("phases");
  spec.stances = read_stances(phases, spec.stances);
  spec.shortest = read_phases(phases, "shortest", spec.shortest);
  spec.longest = read_phases(phases, "longest", spec.longest);
  spec.desired = read_phases(phases, "desired", spec.desired);
  read_weights(table.table_or_empty("weights"), spec.weights);
  table.finish();
  check_stepup(spec, table.place(""));
  return spec;
}

}  // namespace grouser
