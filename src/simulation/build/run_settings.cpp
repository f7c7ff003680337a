// SPDX-License-Identifier: BSD-3-Clause
#include "run_settings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numbers>

#include "grouser/base/error.hpp"

namespace grouser {
namespace {

constexpr double kLongestRun = 1e7;  // s
constexpr double kMostSteps = 1e10;

/// A length of steps. Below the shortest nothing is resolved better (the fastest contact relaxes in tens of
/// microseconds), and a second of motion would take a million steps.
double read_step(const TomlTable& t, const char* key, double fallback, double longest) {
  constexpr double kShortest = 1e-6;  // s
  const double step = t.number_or(key, fallback, {0.0, longest, true, "s"});
  if (step < kShortest)
    throw InputError(t.place(key), fmt::format("a step of {:g} s", step),
                     fmt::format("at least {:g} s, far below what the stiffest contact needs", kShortest));
  return step;
}

/// What a step of rkf45 may be off by, and between which lengths its error chooses.
void read_error_control(const TomlTable& integration, RunSettings& settings) {
  constexpr double kTightest = 1e-14, kLoosest = 0.1;
  ErrorTolerance& tolerance = settings.tolerance;
  tolerance.relative =
      integration.number_or("tolerance_relative", tolerance.relative, {kTightest, kLoosest, false, "-"});
  tolerance.absolute = integration.number_or("tolerance_absolute", tolerance.absolute,
                                             {kTightest, kLoosest, false, "m, rad, m/s, rad/s"});
  AdaptiveStep& a = settings.adaptive.emplace();
  a.min_step = 1e-6;
  a.max_step = 0.1;
  constexpr double kUsualRotation = 10.0, kLongest = 1e4;  // deg, s
  a.max_rotation = kUsualRotation * std::numbers::pi / 180.0;
  if (!integration.is_table("adaptive")) {
    if (!integration.boolean_or("adaptive", true))
      throw InputError(integration.place("adaptive"),
                       "a fixed step with method 'rkf45', whose error chooses it",
                       "no such key, or another method");
    return;
  }
  const TomlTable t = integration.table("adaptive");
  a.min_step = read_step(t, "min_step", a.min_step, kLongest);
  a.max_step = read_step(t, "max_step", a.max_step, kLongest);
  a.max_rotation = t.angle_deg_or("max_rotation_deg", kUsualRotation, {1e-3, 30.0, false, "deg"});
  if (a.min_step > a.max_step)
    throw InputError(t.place("min_step"), fmt::format("{} s", a.min_step),
                     fmt::format("at most max_step, {} s", a.max_step));
}

/// `adaptive = true`, or a table of its keys.
std::optional<AdaptiveStep> read_adaptive(const TomlTable& integration, const RunSettings& settings) {
  const bool table = integration.is_table("adaptive");
  if (!table && !integration.boolean_or("adaptive", false)) return std::nullopt;
  if (settings.integrator != IntegratorKind::beeman)
    throw InputError(integration.place("adaptive"),
                     fmt::format("an adaptive step with method '{}'", to_string(settings.integrator)),
                     "method = \"beeman\"");
  AdaptiveStep a;
  if (!table) return a;
  const TomlTable t = integration.table("adaptive");
  constexpr double kLongest = 1e4;  // s
  a.max_hub_displacement =
      t.number_or("max_hub_displacement", a.max_hub_displacement, {1e-8, 0.1, false, "m"});
  a.min_step = read_step(t, "min_step", a.min_step, kLongest);
  if (t.has("max_step")) a.max_step = read_step(t, "max_step", a.max_step, kLongest);
  a.max_flight_step = read_step(t, "max_flight_step", a.max_flight_step, kLongest);
  a.max_rotation = t.angle_deg_or("max_rotation_deg", 2.0, {1e-3, 30.0, false, "deg"});
  if (a.max_step > 0.0 && a.min_step > a.max_step)
    throw InputError(t.place("min_step"), fmt::format("{} s", a.min_step),
                     fmt::format("at most max_step, {} s", a.max_step));
  return a;
}

/// By which product, solver and numbering constrained coordinates find their multipliers.
void read_rows(const TomlTable& integration, RunSettings& settings) {
  RowChoice& rows = settings.rows;
  rows.product = static_cast<RowProduct>(
      integration.choice_or("product", "block", {"textbook", "dense", "csc", "block"}));
  rows.solver = static_cast<RowSolver>(integration.choice_or(
      "solver", "sparse",
      {"sparse", "textbook_plu", "plu", "gauss_jordan", "banded", "banded_cholesky", "rnsd", "fom"}));
  rows.numbering =
      static_cast<Numbering>(integration.choice_or("numbering", "mbid", {"given", "worst", "rcm", "mbid"}));
  for (const char* key : {"product", "solver", "numbering"})
    if (integration.has(key) && settings.formulation == Formulation::tree)
      throw InputError(integration.place(key), "a choice of constrained coordinates with formulation 'tree'",
                       "formulation = \"constrained\", or no such key");
}

/// How loops stay closed: by projection after each step, or on the way by Baumgarte's accelerations.
void read_stabilisation(const TomlTable& integration, RunSettings& settings) {
  constexpr double kUsual = 50.0, kFastest = 1e6;  // 1/s
  // Rate times step. Beeman's corrector sees gaps at predicted velocities: above 0.26 they grow from step to step, and at 0.2
  // they go the quickest. Euler and RK4 carry four times as much and more.
  const double most_in_step = settings.integrator == IntegratorKind::beeman ? 0.2 : 0.5;
  const bool baumgarte =
      integration.choice_or("stabilisation", "projection", {"projection", "baumgarte"}) == 1;
  const char* key = "baumgarte_rate";
  if (!baumgarte) {
    if (integration.has(key))
      throw InputError(integration.place(key), "a rate without accelerations that close gaps",
                       "stabilisation = \"baumgarte\", or no such key");
    return;
  }
  const auto refuse = [&](const std::string& found, const std::string& expected) {
    throw InputError(integration.place("stabilisation"), "'baumgarte' with " + found, expected);
  };
  if (settings.formulation == Formulation::constrained)
    refuse("constrained coordinates", "formulation = \"tree\", or stabilisation = \"projection\"");
  if (settings.adaptive) refuse("adaptive steps", "a fixed step, or stabilisation = \"projection\"");
  settings.stabilisation.rate =
      integration.number_or(key, std::min(kUsual, most_in_step / settings.dt), {0.0, kFastest, true, "1/s"});
  if (settings.stabilisation.rate * settings.dt > most_in_step * (1.0 + 1e-12))
    throw InputError(integration.place(key),
                     fmt::format("{:g} 1/s with steps of {:g} s", settings.stabilisation.rate, settings.dt),
                     fmt::format("at most {:g} 1/s, {:g} a step, which method '{}' carries",
                                 most_in_step / settings.dt, most_in_step, to_string(settings.integrator)));
}

/// [orbit]: period, and the axes radial and along.
OrbitSettings read_orbit(const TomlTable& scenario, double gravity) {
  OrbitSettings orbit;
  const TomlTable t = scenario.table_or_empty("orbit");
  orbit.period = t.number_or("period", 0.0, {0.0, 1e9, false, "s"});
  const auto axis = [&](const char* key, const Vec3& usual) -> Vec3 {
    const auto v = t.vec3_or(key, {usual.x(), usual.y(), usual.z()}, "-");
    const Vec3 given(v[0], v[1], v[2]);
    if (!(given.norm() > 1e-6)) throw InputError(t.place(key), "no direction", "a vector that is not zero");
    return given.normalized();
  };
  orbit.radial = axis("radial", orbit.radial);
  orbit.along = axis("along", orbit.along);
  if (std::abs(orbit.radial.dot(orbit.along)) > 1e-6)
    throw InputError(t.place("along"), "an axis that is not square to radial", "two axes at right angles");
  if (orbit.period > 0.0 && gravity > 0.0)
    throw InputError(t.place("period"), "an orbit beside gravity", "gravity = 0: what orbits falls freely");
  return orbit;
}

}  // namespace

double longest_duration(const RunSettings& settings) {
  const double shortest_step = settings.adaptive ? settings.adaptive->min_step : settings.dt;
  return std::min(kLongestRun, kMostSteps * shortest_step);
}

RunSettings read_settings(const TomlTable& t) {
  RunSettings s;
  s.name = t.string("name");
  s.title = t.string_or("title", s.name);
  s.group = t.string_or("group", "");
  s.purpose = t.string_or("purpose", "");
  s.duration = t.number("duration", {1e-6, kLongestRun, false, "s"});
  s.gravity = t.number("gravity", {0.0, 100.0, false, "m/s2"});
  s.orbit = read_orbit(t, s.gravity);
  const TomlTable integration = t.table_or_empty("integration");
  s.integrator = static_cast<IntegratorKind>(
      integration.choice_or("method", "beeman", {"euler", "beeman", "rk4", "rkf45"}));
  s.formulation =
      static_cast<Formulation>(integration.choice_or("formulation", "tree", {"tree", "constrained"}));
  read_rows(integration, s);
  s.dt = read_step(integration, "step", s.dt, 1.0);
  if (s.integrator == IntegratorKind::rkf45)
    read_error_control(integration, s);
  else
    s.adaptive = read_adaptive(integration, s);
  read_stabilisation(integration, s);
  s.refuse_unstable = integration.boolean_or("refuse_unstable", true);
  const TomlTable recording = t.table_or_empty("recording");
  s.record_interval = recording.number_or("interval", s.record_interval, {1e-7, 1e6, false, "s"});
  s.keyframe_interval =
      recording.number_or("keyframe_interval", s.keyframe_interval, {1e-6, 1e6, false, "s"});
  s.durable = recording.boolean_or("durable", false);
  if (s.duration > longest_duration(s))
    throw InputError(t.place("duration"), fmt::format("{:.3g} steps", s.duration / s.dt),
                     fmt::format("at most {:.0g} steps", kMostSteps));
  return s;
}

}  // namespace grouser
