// SPDX-License-Identifier: BSD-3-Clause
// The drop rig as a run: an estimate of depth and time by energy sets spring, step and duration, then
// scenario, body and soil are written as documents, from which the world is built as if they were files.
// The fall ends at the first step in which the body no longer sinks.
#include "grouser/mission/rigs/drop_rig.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "grouser/base/error.hpp"
#include "grouser/base/toml_text.hpp"
#include "grouser/mission/campaign/parallel_jobs.hpp"
#include "grouser/recording/run_file/run_header.hpp"
#include "grouser/simulation/build/header_world.hpp"
#include "grouser/simulation/build/start.hpp"
#include "grouser/simulation/observe/metrics.hpp"
#include "grouser/simulation/step/output.hpp"
#include "grouser/simulation/step/state.hpp"
#include "grouser/soil/force/pad_contact.hpp"

namespace grouser {
namespace {

constexpr double kStiffer = 200.0;       // than the soil at its deepest: the body's own spring
constexpr double kStepsToStop = 1000.0;  // in the time that the estimate takes
constexpr double kStableShare = 0.2;     // of the longest stable step
constexpr double kShortestStep = 1e-6;   // s, that a scenario may have
constexpr double kPatience = 100.0;      // times the estimated time

/// Throws InputError for a soil that is not soft and for numbers out of range; a speed of 0 is allowed.
void check_drop(const SoilParams& soil, const DropTest& t) {
  const auto check = [](const char* name, double x, double least, double most, const char* unit) {
    if (x > least && x <= most) return;
    throw InputError(std::string("drop: ") + name,
                     std::isnan(x) ? "nothing" : fmt::format("{:g} {}", x, unit),
                     fmt::format("above {:g} and at most {:g} {}", least, most, unit));
  };
  if (soil.kind != SoilKind::soft)
    throw InputError("drop: soil", "'" + soil.id + "', which is not soft", "a soft soil");
  check("radius", t.radius, 0.0, 10.0, "m");
  check("mass", t.mass, 0.0, 1e6, "kg");
  check("gravity", t.gravity, 0.0, 100.0, "m/s2");
  check("speed", t.speed, -1e-12, 100.0, "m/s");
  if (!std::isnan(t.scm_cell)) check("scm cell", t.scm_cell, 9e-5, 0.5 * t.radius, "m");
  check_soil_for_gravity(soil, t.gravity, "drop: gravity");
}

/// State at which the soil has taken the body's energy, found from the loads that press its foot in slowly.
struct DropEstimate {
  double depth = 0.0, load = 0.0, time = 0.0;
  double stable = 0.0;  // longest step that its foot carries, s
};

/// The pad's law of this body on this soil; the estimate replaces scm by bekker.
PadLaw pad_of(const SoilParams& soil, const DropTest& t, double stiffness) {
  PadLaw law{.soil = soil, .radius = t.radius, .stiffness = stiffness, .gravity = t.gravity};
  if (soil.law == SoilLaw::scm) law.soil.law = SoilLaw::bekker;
  law.form.ball = t.shape == DropShape::sphere;
  return law;
}

/// Presses the body in with growing loads until the soil's work is the kinetic energy and the weight's
/// work.
DropEstimate estimate_drop(const SoilParams& soil, const DropTest& t) {
  const PadLaw law = pad_of(soil, t, 1e12);
  const double weight = t.mass * t.gravity;
  DropEstimate found;
  double work = 0.0, before = 0.0, load_before = 0.0;
  constexpr double kGrows = 1.05;
  constexpr int kMostLoads = 2000;
  double load = 1e-3 * weight;
  for (int k = 0; k < kMostLoads; ++k, load *= kGrows) {
    const double depth = pad_sinkage(law, load);
    work += 0.5 * (load + load_before) * (depth - before);
    before = depth, load_before = load;
    if (work >= 0.5 * t.mass * t.speed * t.speed + weight * depth && load >= weight) break;
  }
  found.depth = before, found.load = load;
  // a quarter of the swing on a spring of that load and depth, or the time that the depth takes at the speed
  // of the touch
  found.time = std::min(0.5 * std::numbers::pi * std::sqrt(t.mass * found.depth / found.load),
                        t.speed > 0.0 ? 2.0 * found.depth / t.speed : 1e300);
  found.time = std::max(found.time, 1e-6);
  found.stable = pad_stable_step(pad_of(soil, t, kStiffer * found.load / found.depth), t.mass, found.load);
  return found;
}

/// The soil as a file with all of its entries.
std::string soil_text(const SoilParams& soil) {
  std::string text = "units = \"SI\"\nname = " + toml_string(soil.name) + "\n";
  for (const SoilEntry& entry : soil_entries(soil))
    text += entry.key + " = " +
            (entry.word.empty() ? fmt::format("{}", entry.number) : toml_string(entry.word)) + "\n";
  return text +
         "sources = [\""
         "written by the drop rig from soil " +
         soil.id + "\"]\n";
}

/// The body as a vehicle file: a homogeneous ball with a [[foot]], or a disc with a [[pad]]; undamped, with
/// its own stiff spring.
std::string body_text(const DropTest& t, double stiffness) {
  const bool ball = t.shape == DropShape::sphere;
  const double about = (ball ? 0.4 : 0.25) * t.mass * t.radius * t.radius;
  return fmt::format(
      "units = \"SI\"\nname = \"dropped\"\ntitle = \"Dropped body\"\nroot = \"body\"\n"
      "[pad_contact]\nstiffness = {0}\ndamping = 0.0\nfriction = 0.3\n"
      "[contact_sphere]\nstiffness = {0}\ndamping = 0.0\nfriction = 0.3\n"
      "[[body]]\nname = \"body\"\nmass = {1}\ninertia = [{2}, {2}, {3}]\n"
      "[[{4}]]\nname = \"sole\"\nbody = \"body\"\nposition = [0.0, 0.0, {5}]\nradius = {6}\n{7}",
      stiffness, t.mass, about, ball ? about : 2.0 * about, ball ? "foot" : "pad", ball ? -t.radius : 0.0,
      t.radius, ball ? "shape = \"ball\"\n" : "");
}

/// The scenario: flat ground, Beeman's method, a step within the share of the stable one and of the time to
/// stop.
std::string drop_scenario(const SoilParams& soil, const DropTest& t, const DropEstimate& estimate) {
  const double step =
      std::max(kShortestStep, std::min(kStableShare * estimate.stable, estimate.time / kStepsToStop));
  const double interval = std::max(step, estimate.time / 100.0);
  std::string text = fmt::format(
      "units = \"SI\"\nname = \"drop\"\ntitle = \"Drop of a {}\"\nrover = \"none\"\nlander = "
      "\"dropped.toml\"\nduration = {}\ngravity = {}\n[integration]\nmethod = \"beeman\"\nstep = {}\n"
      "[recording]\ninterval = {}\nkeyframe_interval = {}\n"
      "[terrain]\nkind = \"flat\"\nsoil = \"dropped_soil.toml\"\n",
      kDropShapes[static_cast<std::size_t>(t.shape)], kPatience * estimate.time, t.gravity, step, interval,
      100.0 * interval);
  if (soil.law == SoilLaw::scm)
    text += fmt::format("scm_cell = {}\n", std::isnan(t.scm_cell) ? 0.25 * t.radius : t.scm_cell);
  return text +
         fmt::format("[initial_lander]\nposition = [0.0, 0.0]\nsettle = false\nvelocity = [0.0, 0.0, {}]\n",
                     -t.speed);
}

}  // namespace

double sphere_mass(double radius, double density) {
  return 4.0 / 3.0 * std::numbers::pi * radius * radius * radius * density;
}

std::vector<InputDocument> drop_documents(const SoilParams& soil, const DropTest& test) {
  check_drop(soil, test);
  check_soil_for_width(soil, test.radius, "drop: radius");
  const DropEstimate estimate = estimate_drop(soil, test);
  return {{"scenario", "drop.toml", drop_scenario(soil, test, estimate)},
          {"lander", "dropped.toml", body_text(test, kStiffer * estimate.load / estimate.depth)},
          {"soil", "dropped_soil.toml", soil_text(soil)}};
}

std::shared_ptr<const World> drop_world(const SoilParams& soil, const DropTest& test) {
  RunHeader header;
  header.scenario = "drop";
  header.documents = drop_documents(soil, test);
  return load_world_from_header(header, "the drop rig");
}

DropFall drop_body(const SoilParams& soil, const DropTest& test, const std::function<bool()>& cancelled) {
  Simulation simulation = start_simulation(drop_world(soil, test), cancelled);
  MetricsTracker metrics(simulation);
  DropFall fall{.peak_force = 0.0, .step = simulation.world().settings.dt};
  const auto height = [&] { return simulation.kinematics().body[0].X_WB.p.z(); };
  const double start = height();
  double touched = kUnset, before = start;
  while (!simulation.finished()) {
    constexpr std::int64_t kStepsBetweenLooks = 256;
    if (cancelled && simulation.step_count() % kStepsBetweenLooks == 0 && cancelled())
      throw Interrupted("while a body was dropped");
    if (simulation.step() != StepStatus::ok) throw RunError("drop: " + simulation.failure().message);
    metrics.observe(simulation);
    double force = 0.0;
    for (const ContactRecord& record : simulation.output().records) force += record.force.norm();
    fall.peak_force = std::max(fall.peak_force, force);
    // The body touches at the beginning of the first step with a force.
    if (std::isnan(touched) && force > 0.0) touched = simulation.time() - fall.step;
    const double now = height();
    // The first step upwards: the depth is that of the step before.
    if (now >= before && !std::isnan(touched)) {
      fall.depth = start - before;
      fall.time = simulation.time() - touched;
      fall.energy_error = metrics.metrics(simulation).at("energy_ledger_error").value;
      return fall;
    }
    before = now;
  }
  throw RunError(fmt::format("drop: the body still sinks after {:.3g} s, at {:.3g} m", simulation.time(),
                             start - before));
}

DropFall drop_body(const UncertainSoil& soil, const DropTest& test, const DropRunOptions& options) {
  DropFall fall = drop_body(soil.best(), test, options.cancelled);
  if (soil.is_certain()) return fall;
  const std::vector<SoilParams> drawn = soil.sample(options.draws);
  std::vector<double> depths(drawn.size(), kUnset), forces = depths, times = depths;
  // Draws in parallel; one that does not stop is NaN and counted as lost.
  run_jobs(drawn.size(), {options.threads, options.cancelled, options.progress},
           [&](std::size_t k, const JobContext& context) {
             try {
               const DropFall one = drop_body(drawn[k], test, context.cancelled);
               depths[k] = one.depth, forces[k] = one.peak_force, times[k] = one.time;
             } catch (const RunError&) {  // counted below
             }
           });
  fall.draws = static_cast<int>(drawn.size());
  fall.lost =
      static_cast<int>(std::count_if(depths.begin(), depths.end(), [](double x) { return std::isnan(x); }));
  fall.depth_band = band_of(std::move(depths));
  fall.force_band = band_of(std::move(forces));
  fall.time_band = band_of(std::move(times));
  return fall;
}

std::vector<DropRow> drop_bodies(const std::vector<UncertainSoil>& laws, DropTest test,
                                 const std::vector<double>& speeds, const DropRunOptions& options) {
  std::vector<DropRow> rows;
  const auto total = static_cast<double>(laws.size() * speeds.size());
  for (const UncertainSoil& soil : laws)
    for (const double speed : speeds) {
      DropRunOptions own = options;
      // Progress over all falls, each with its own share.
      if (options.progress)
        own.progress = [&, before = static_cast<double>(rows.size())](double done, double of) {
          options.progress(before + done / of, total);
        };
      test.speed = speed;
      rows.push_back({soil.best().law, speed, drop_body(soil, test, own)});
      if (options.progress) options.progress(static_cast<double>(rows.size()), total);
    }
  return rows;
}

Table drop_table(const std::vector<DropRow>& rows) {
  Table table;
  std::vector<std::string> laws;
  for (const DropRow& row : rows) laws.emplace_back(kSoilLaws[static_cast<std::size_t>(row.law)]);
  table.columns.push_back({"law", "", std::move(laws)});
  const auto numbers = [&](const char* name, const char* unit, auto value) {
    std::vector<double> cells;
    for (const DropRow& row : rows) cells.push_back(value(row));
    table.columns.push_back({name, unit, std::move(cells)});
  };
  numbers("speed", "m/s", [](const DropRow& r) { return r.speed; });
  numbers("depth", "m", [](const DropRow& r) { return r.fall.depth; });
  numbers("peak_force", "N", [](const DropRow& r) { return r.fall.peak_force; });
  numbers("time", "s", [](const DropRow& r) { return r.fall.time; });
  // Without an uncertain soil there are no bands.
  if (rows.front().fall.draws == 0) return table;
  numbers("depth_low", "m", [](const DropRow& r) { return r.fall.depth_band.low; });
  numbers("depth_high", "m", [](const DropRow& r) { return r.fall.depth_band.high; });
  numbers("peak_force_low", "N", [](const DropRow& r) { return r.fall.force_band.low; });
  numbers("peak_force_high", "N", [](const DropRow& r) { return r.fall.force_band.high; });
  return table;
}

}  // namespace grouser
