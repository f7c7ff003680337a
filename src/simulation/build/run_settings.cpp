// SPDX-License-Identifier: BSD-3-Clause
// The keys of a run itself: names, duration, gravity, orbit, integration and recording. Choices of one
// setting that exclude those of another are refused, not ignored.
#include <fmt/format.h>

#include <algorithm>
#include <numbers>

#include "scenario_keys.hpp"

namespace grouser {
namespace {

// Words of choices, in the order of their enumerations.
constexpr const char* kPeakChoices[] = {"none", "ready", "all"};
constexpr double kLongestRun = 1e7;  // s
constexpr double kMostSteps = 1e10;

constexpr const char* kMethods[] = {"euler", "beeman", "rk4", "rkf45"};
constexpr const char* kFormulations[] = {"tree", "constrained"};
constexpr const char* kProducts[] = {"textbook", "dense", "csc", "block"};
constexpr const char* kSolvers[] = {"sparse", "textbook_plu",    "plu",  "gauss_jordan",
                                    "banded", "banded_cholesky", "rnsd", "fom"};
constexpr const char* kNumberings[] = {"given", "worst", "rcm", "mbid"};
constexpr const char* kStabilisations[] = {"projection", "baumgarte"};

/// A length of steps. Below the shortest nothing is resolved better (the fastest contact relaxes in tens of
/// microseconds), and a second of motion would take a million steps.
void visit_step(KeyVisitor& v, const Key& key, double& step, double longest) {
  constexpr double kShortest = 1e-6;  // s
  v.number(key, step, {0.0, longest, true, "s"});
  if (step < kShortest)
    v.refuse(key.name, fmt::format("a step of {:g} s", step),
             fmt::format("at least {:g} s, far below what the stiffest contact needs", kShortest));
}

/// Limits between which rkf45's error chooses its steps where a scenario sets none.
AdaptiveStep steps_by_error() {
  AdaptiveStep a;
  a.min_step = 1e-6;
  a.max_step = 0.1;
  a.max_rotation = 10.0 * std::numbers::pi / 180.0;
  return a;
}

/// [integration.adaptive]; by_error: of rkf45, which needs no lengths for contacts.
void visit_adaptive(KeyVisitor& v, AdaptiveStep& a, bool by_error) {
  constexpr double kLongest = 1e4;  // s
  if (const auto beeman = v.when(!by_error, "method = \"beeman\""))
    v.number({"max_hub_displacement", "change of a contact's depth in one step"}, a.max_hub_displacement,
             {1e-8, 0.1, false, "m"});
  visit_step(v, {"min_step", "shortest step"}, a.min_step, kLongest);
  if (by_error || v.has({"max_step"}, a.max_step > 0.0))
    visit_step(v, {"max_step", "longest step while anything touches", by_error ? Need::no : Need::yes},
               a.max_step, kLongest);
  if (const auto beeman = v.when(!by_error, "method = \"beeman\""))
    visit_step(v, {"max_flight_step", "longest step while nothing touches"}, a.max_flight_step, kLongest);
  v.angle({"max_rotation_deg", "of a body in one step of flight"}, a.max_rotation,
          {1e-3, 30.0, false, "deg"});
  if (a.max_step > 0.0 && a.min_step > a.max_step)
    v.refuse("min_step", fmt::format("{} s", a.min_step), fmt::format("at most max_step, {} s", a.max_step));
}

/// A fixed step, steps that adapt, or steps that rkf45's error chooses.
void visit_steps(KeyVisitor& v, RunSettings& s) {
  const bool by_error = s.integrator == IntegratorKind::rkf45;
  visit_step(v, {"step", "fixed step, and the step of settling"}, s.dt, 1.0);
  if (const auto rkf45 = v.when(by_error, "method = \"rkf45\"")) {
    const NumberRange range{1e-14, 0.1, false, "-"};
    v.number({"tolerance_relative", "error of one step"}, s.tolerance.relative, range);
    v.number({"tolerance_absolute", "error of one step"}, s.tolerance.absolute,
             {range.min, range.max, false, "m, rad, m/s, rad/s"});
  }
  // rkf45 always adapts its steps.
  if (by_error && v.judges() && !s.adaptive) s.adaptive = steps_by_error();
  v.switched({"adaptive", "steps that adapt, with a table of their limits"}, s.adaptive,
             [&](AdaptiveStep& adaptive) { visit_adaptive(v, adaptive, by_error); });
  if (by_error && !s.adaptive)
    v.refuse("adaptive", "a fixed step with method 'rkf45', whose error chooses it",
             "no such key, or another method");
  if (s.adaptive && !by_error && s.integrator != IntegratorKind::beeman)
    v.refuse("adaptive", fmt::format("an adaptive step with method '{}'", to_string(s.integrator)),
             "method = \"beeman\"");
}

/// The product, solver and numbering by which constrained coordinates find their multipliers.
void visit_rows(KeyVisitor& v, RunSettings& s) {
  const bool tree = s.formulation == Formulation::tree;
  for (const char* key : {"product", "solver", "numbering"})
    if (tree && v.has({key}, false))
      v.refuse(key, "a choice of constrained coordinates with formulation 'tree'",
               "formulation = \"constrained\", or no such key");
  const auto constrained = v.when(!tree, "formulation = \"constrained\"");
  if (!constrained) return;
  v.choice({"product", "form of the matrix of the rows"}, s.rows.product, kProducts);
  v.choice({"solver", "of the equations of the rows"}, s.rows.solver, kSolvers);
  v.choice({"numbering", "order of the joints in them"}, s.rows.numbering, kNumberings);
}

/// The method that keeps loops closed: projection after each step, or Baumgarte's accelerations within it.
void visit_stabilisation(KeyVisitor& v, RunSettings& s) {
  constexpr double kUsual = 50.0, kFastest = 1e6;  // 1/s
  // Rate times step. Beeman's corrector sees gaps at predicted velocities: above 0.26 they grow from step to
  // step, and at 0.2 they go the quickest. Euler and RK4 carry four times as much and more.
  const double most_in_step = s.integrator == IntegratorKind::beeman ? 0.2 : 0.5;
  constexpr const char* kRate = "baumgarte_rate";
  double& rate = s.stabilisation.rate;
  bool baumgarte = !s.stabilisation.projects();
  v.choice({"stabilisation", "how loops stay closed: after each step, or by accelerations within it"},
           baumgarte, kStabilisations);
  if (!baumgarte && v.has({kRate}, false))
    v.refuse(kRate, "a rate without accelerations that close gaps",
             "stabilisation = \"baumgarte\", or no such key");
  const auto by_rate = v.when(baumgarte, "stabilisation = \"baumgarte\"");
  if (!by_rate) return;
  const auto refuse = [&](const std::string& found, const std::string& expected) {
    v.refuse("stabilisation", "'baumgarte' with " + found, expected);
  };
  if (s.formulation == Formulation::constrained)
    refuse("constrained coordinates", "formulation = \"tree\", or stabilisation = \"projection\"");
  if (s.adaptive) refuse("adaptive steps", "a fixed step, or stabilisation = \"projection\"");
  // Without a rate: the usual one, or the fastest that the step carries.
  if (!(rate > 0.0) && v.task() != KeyTask::write) rate = std::min(kUsual, most_in_step / s.dt);
  v.number({kRate, "with which gaps close"}, rate, {0.0, kFastest, true, "1/s"});
  if (rate * s.dt > most_in_step * (1.0 + 1e-12))
    v.refuse(kRate, fmt::format("{:g} 1/s with steps of {:g} s", rate, s.dt),
             fmt::format("at most {:g} 1/s, {:g} a step, which method '{}' carries", most_in_step / s.dt,
                         most_in_step, to_string(s.integrator)));
}

/// [orbit]. Both axes are normalised and must be at right angles.
void visit_orbit(KeyVisitor& v, OrbitSettings& orbit, double gravity) {
  const auto axis = [&](const Key& key, Vec3& value) {
    v.numbers(key, {value.data(), 3}, any_number("-"));
    if (!(value.norm() > 1e-6)) v.refuse(key.name, "no direction", "a vector that is not zero");
    if (v.judges()) value.normalize();
  };
  v.number({"period", "of a circular orbit about a planet; 0: no orbit"}, orbit.period,
           {0.0, 1e9, false, "s"});
  axis({"radial", "direction away from the planet"}, orbit.radial);
  axis({"along", "direction of flight"}, orbit.along);
  if (std::abs(orbit.radial.dot(orbit.along)) > 1e-6)
    v.refuse("along", "an axis that is not square to radial", "two axes at right angles");
  if (orbit.period > 0.0 && gravity > 0.0)
    v.refuse("period", "an orbit beside gravity", "gravity = 0: what orbits falls freely");
}

}  // namespace

double longest_duration(const RunSettings& settings) {
  const double shortest_step = settings.adaptive ? settings.adaptive->min_step : settings.dt;
  return std::min(kLongestRun, kMostSteps * shortest_step);
}

void visit_settings(KeyVisitor& v, RunSettings& s) {
  v.text({"name", "of runs and files", Need::yes}, s.name);
  if (v.reads()) s.title = s.name;
  v.text({"title", "for people; the name where it is left out"}, s.title);
  v.text({"group", "heading in lists of scenarios"}, s.group);
  v.text({"purpose", "what the scenario is for, in one line"}, s.purpose);
  v.number({"duration", "of the run", Need::yes}, s.duration, {1e-6, kLongestRun, false, "s"});
  v.number({"gravity", "along -z", Need::yes}, s.gravity, {0.0, 100.0, false, "m/s2"});
  v.table({"orbit", "the world flies on a circular orbit"}, [&] { visit_orbit(v, s.orbit, s.gravity); });
  v.table({"integration", "how motion is found step by step"}, [&] {
    v.choice({"method", "integrator"}, s.integrator, kMethods);
    v.choice({"formulation", "coordinates of joints, or of every body with joints as rows"}, s.formulation,
             kFormulations);
    visit_rows(v, s);
    visit_steps(v, s);
    visit_stabilisation(v, s);
    v.flag({"refuse_unstable", "whether a step too long for its contacts is refused"}, s.refuse_unstable);
  });
  v.table({"recording", "what a run file gets"}, [&] {
    v.number({"interval", "between two frames"}, s.record_interval, {1e-7, 1e6, false, "s"});
    v.number({"keyframe_interval", "between two states from which a run may go on"}, s.keyframe_interval,
             {1e-6, 1e6, false, "s"});
    v.flag({"durable", "whether each flush waits for the disk"}, s.durable);
    v.choice({"peaks", "channels whose greatest and least value between frames is kept"}, s.peaks,
             kPeakChoices);
  });
  if (s.duration > longest_duration(s))
    v.refuse("duration", fmt::format("{:.3g} steps", s.duration / s.dt),
             fmt::format("at most {:.0g} steps", kMostSteps));
}

}  // namespace grouser
