// SPDX-License-Identifier: BSD-3-Clause
#include "read_scenario.hpp"

#include <algorithm>

#include "build_balance.hpp"
#include "build_walkers.hpp"
#include "grouser/base/name_pattern.hpp"
#include "grouser/math/units.hpp"
#include "read_vehicles.hpp"
#include "run_settings.hpp"
#include "verdict_table.hpp"

namespace grouser {
namespace {

/// Whether the rover or the lander was removed ("none"): what concerns it is then left out too.
bool leaves_one_out(const TomlTable& scenario) {
  for (const char* kind : {"rover", "lander"})
    if (scenario.has(kind) && scenario.string(kind) == "none") return true;
  return false;
}

/// Reads [[tie]]: springs between any two bodies or the world.
void read_ties(const TomlTable& scenario, WorldSpec& spec) {
  const bool complete = !leaves_one_out(scenario);
  const auto exists = [&](const std::string& name) {
    if (name == "world") return true;
    for (const VehicleInWorld& vehicle : spec.vehicles)
      for (const BodySpec& body : vehicle.model->bodies)
        if (body.name == name) return true;
    return false;
  };
  for (const TomlTable& t : scenario.tables("tie")) {
    SpringElementSpec tie = read_spring_element(t);
    if (complete || (exists(tie.body_a) && exists(tie.body_b))) spec.ties.push_back(std::move(tie));
  }
}

/// Reads [[release]] with `ties` (names, with * at the end for all that begin so) and `time` or `on = "touchdown"`,
/// `delay`.
void read_releases(const TomlTable& scenario, WorldSpec& spec) {
  const bool complete = !leaves_one_out(scenario);
  const auto exists = [&](const std::string& pattern) {
    const auto named = [&](const SpringElementSpec& spring) { return matches_pattern(pattern, spring.name); };
    if (std::any_of(spec.ties.begin(), spec.ties.end(), named)) return true;
    return std::any_of(spec.vehicles.begin(), spec.vehicles.end(), [&](const VehicleInWorld& vehicle) {
      return std::any_of(vehicle.model->springs.begin(), vehicle.model->springs.end(), named);
    });
  };
  for (const TomlTable& t : scenario.tables("release")) {
    ReleaseSpec release;
    release.place = t.place("ties");
    release.on_touchdown = t.choice_or("on", "time", {"time", "touchdown"}) == 1;
    const NumberRange seconds{0.0, 1e9, false, "s"};
    release.time = release.on_touchdown ? t.number_or("delay", 0.0, seconds) : t.number("time", seconds);
    for (const std::string& pattern : t.string_list_or_empty("ties"))
      if (complete || exists(pattern)) release.ties.push_back(pattern);
    if (complete || !release.ties.empty()) spec.releases.push_back(std::move(release));
  }
}

void read_motions(const TomlTable& scenario, WorldSpec& spec) {
  for (const TomlTable& t : scenario.tables("motion"))
    spec.motions.push_back({read_joint_programme(t), t.place("joint")});
}

void read_hand_drive(const TomlTable& scenario, WorldSpec& spec) {
  spec.hand_drive_place = scenario.place("hand_drive");
  for (const TomlTable& t : scenario.tables("hand_drive")) spec.hand_drive.push_back(read_hand_command(t));
}

void read_servo_commands(const TomlTable& scenario, WorldSpec& spec) {
  spec.servo_commands_place = scenario.place("servo_command");
  for (const TomlTable& t : scenario.tables("servo_command"))
    spec.servo_commands.push_back(read_servo_command(t));
}

void read_landing(const TomlTable& scenario, WorldSpec& spec) {
  spec.landing_place = scenario.place("landing");
  if (!scenario.has("landing")) return;
  const TomlTable t = scenario.table("landing");
  LandingSettings l;
  l.tilt_limit = t.angle_deg_or("tilt_limit_deg", l.tilt_limit * kDegrees, {1.0, 180.0, false, "deg"});
  l.rest_speed = t.number_or("rest_speed", l.rest_speed, {0.0, 1e3, false, "m/s"});
  l.rest_spin = t.number_or("rest_spin", l.rest_spin, {0.0, 1e3, false, "rad/s"});
  l.rest_hold = t.number_or("rest_hold", l.rest_hold, {0.0, 1e4, false, "s"});
  l.stop = t.boolean_or("stop", l.stop);
  spec.landing = l;
}

void read_thrust(const TomlTable& scenario, WorldSpec& spec) {
  spec.thrust_place = scenario.place("descent_thrust");
  if (!scenario.has("descent_thrust")) return;
  const TomlTable t = scenario.table("descent_thrust");
  spec.thrust = ThrustSettings{t.number("force", {0.0, 1e7, false, "N"}),
                               t.number_or("delay", 0.0, {0.0, 1e3, false, "s"}),
                               t.number_or("tail", 0.0, {0.0, 1e3, false, "s"})};
}

void read_view(const TomlTable& scenario, WorldSpec& spec) {
  const TomlTable view = scenario.table_or_empty("view");
  spec.plots = view.string_list_or_empty("plots");
  spec.plots_place = view.place("plots");
  spec.numbers = view.string_list_or_empty("numbers");
  spec.numbers_place = view.place("numbers");
  spec.plots_may_miss = std::any_of(spec.overrides.begin(), spec.overrides.end(),
                                    [](const Override& o) { return o.key == "rover"; });
}

}  // namespace

void read_scenario(const TomlTable& scenario, const OpenModel& open_model, WorldSpec& spec) {
  spec.run = read_settings(scenario);
  read_vehicles(scenario, open_model, spec);
  read_ties(scenario, spec);
  read_releases(scenario, spec);
  read_motions(scenario, spec);
  read_hand_drive(scenario, spec);
  read_servo_commands(scenario, spec);
  read_verdict(scenario, spec);
  read_landing(scenario, spec);
  read_thrust(scenario, spec);
  spec.gait_place = scenario.place("gait");
  if (scenario.has("gait")) spec.gait = read_gait(scenario.table("gait"));
  spec.balance_place = scenario.place("balance");
  if (scenario.has("balance")) spec.balance = read_balance(scenario.table("balance"));
  spec.stepup_place = scenario.place("stepup");
  if (scenario.has("stepup")) spec.stepup = read_stepup_course(scenario.table("stepup"));
  spec.pushes = read_pushes(scenario);
  read_view(scenario, spec);
}

}  // namespace grouser
