// SPDX-License-Identifier: BSD-3-Clause
#include "write_scenario.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "build_servo_commands.hpp"
#include "document_source.hpp"
#include "grouser/base/toml_text.hpp"
#include "grouser/terrain/surface/soil_map.hpp"
#include "toml_writer.hpp"
#include "verdict_table.hpp"

namespace grouser {
namespace {

void write_settings(const WorldSpec& spec, TomlWriter& t) {
  const RunSettings& s = spec.run;
  t.table("[integration]");
  t.string("method", to_string(s.integrator));
  if (s.formulation != Formulation::tree) {
    t.string("formulation", to_string(s.formulation));
    t.string("product", to_string(s.rows.product));
    t.string("solver", to_string(s.rows.solver));
    t.string("numbering", to_string(s.rows.numbering));
  }
  if (!s.stabilisation.projects()) {
    t.string("stabilisation", "baumgarte");
    t.number("baumgarte_rate", s.stabilisation.rate);
  }
  t.number("step", s.dt);
  t.boolean("refuse_unstable", s.refuse_unstable);
  const bool by_error = s.integrator == IntegratorKind::rkf45;
  if (by_error) {
    t.number("tolerance_relative", s.tolerance.relative);
    t.number("tolerance_absolute", s.tolerance.absolute);
  }
  if (s.adaptive) {
    t.table("[integration.adaptive]");
    if (!by_error) t.number("max_hub_displacement", s.adaptive->max_hub_displacement);
    t.number("min_step", s.adaptive->min_step);
    if (s.adaptive->max_step > 0.0) t.number("max_step", s.adaptive->max_step);
    if (!by_error) t.number("max_flight_step", s.adaptive->max_flight_step);
    t.angle("max_rotation_deg", s.adaptive->max_rotation);
  }
  if (s.orbit.period > 0.0) {
    t.table("[orbit]");
    t.number("period", s.orbit.period);
    t.vector("radial", s.orbit.radial);
    t.vector("along", s.orbit.along);
  }
  t.table("[recording]");
  t.number("interval", s.record_interval);
  t.number("keyframe_interval", s.keyframe_interval);
  if (s.durable) t.boolean("durable", true);
  t.table("[view]");
  t.strings("plots", spec.plots);
  if (!spec.numbers.empty()) t.strings("numbers", spec.numbers);
}

const char* mode_name(DriveMode mode) {
  constexpr const char* kNames[] = {"arc", "crab", "point_turn"};
  return kNames[static_cast<int>(mode)];
}

void write_phase(const DrivePhase& phase, TomlWriter& t) {
  t.number("start", phase.start);
  t.string("mode", mode_name(phase.mode));
  if (phase.mode == DriveMode::point_turn) return t.angle("turn_rate_deg", phase.turn_rate);
  t.number("speed", phase.speed);
  if (phase.mode == DriveMode::crab)
    t.angle("crab_deg", phase.crab);
  else
    t.number("curvature", phase.curvature);
}

void write_hand_drive(const WorldSpec& spec, TomlWriter& t) {
  for (const HandCommand& command : spec.hand_drive) {
    t.table("[[hand_drive]]");
    if (command.on) {
      write_phase(command.phase, t);
    } else {
      t.number("start", command.phase.start);
      t.boolean("on", false);
    }
  }
}

/// [[x, y], ...]
std::string points_text(const std::vector<Vec2>& points) {
  std::vector<std::string> pairs;
  for (const Vec2& p : points) pairs.push_back(fmt::format("[{}, {}]", p.x(), p.y()));
  return fmt::format("[{}]", fmt::join(pairs, ", "));
}

/// The keys of where an operation paints, as read_soil_operation() takes them.
struct WriteWhere {
  TomlWriter& t;
  void operator()(const FillAll&) const { t.string("type", "all"); }
  void operator()(const FillPolygon& polygon) const {
    t.string("type", "polygon");
    t.line("points", points_text(polygon.rings.front()));
    if (polygon.rings.size() > 1) t.line("hole", points_text(polygon.rings[1]));
  }
  void operator()(const BrushStroke& brush) const {
    t.string("type", "brush");
    t.number("radius", brush.radius);
    t.number("hardness", brush.hardness);
    t.line("seed", std::to_string(brush.seed));
    t.line("points", points_text(brush.path));
  }
  void operator()(const FloodFill& flood) const {
    t.string("type", "flood");
    t.line("at", fmt::format("[{}, {}]", flood.seed.x(), flood.seed.y()));
    t.boolean("by_corners", flood.by_corners);
  }
  void operator()(const FillByRule& rule) const {
    constexpr const char* kNames[] = {"slope", "height", "roughness"};
    t.string("type", kNames[static_cast<int>(rule.quantity)]);
    const bool slope = rule.quantity == GroundQuantity::slope;
    const auto end = [&](const char* key, const char* degrees, double value) {
      if (!std::isfinite(value)) return;
      slope ? t.angle(degrees, value) : t.number(key, value);
    };
    end("min", "min_deg", rule.min);
    end("max", "max_deg", rule.max);
    if (rule.quantity == GroundQuantity::roughness) t.number("window", rule.window);
  }
};

void write_soil_strokes(const WorldSpec& spec, TomlWriter& t) {
  const SoilMap* map = spec.ground.terrain ? spec.ground.terrain->soil_map() : nullptr;
  const auto name_of = [&](int value) {
    const SoilClass* soil = map ? map->legend().find(value) : nullptr;
    return soil ? soil->name : std::to_string(value);
  };
  for (const SoilStroke& stroke : spec.soil_strokes) {
    t.table("[[soil_stroke]]");
    t.number("time", stroke.time);
    t.string("class", name_of(stroke.operation.value));
    std::vector<std::string> only;
    for (const int value : stroke.operation.only) only.push_back(name_of(value));
    if (!only.empty()) t.strings("only", only);
    std::visit(WriteWhere{t}, stroke.operation.where);
  }
}

void write_drive(const DriveSpec& drive, const std::string& key, TomlWriter& t) {
  t.table("[" + key + "]");
  t.number("ramp", drive.ramp);
  for (const DrivePhase& phase : drive.phases) {
    t.table("[[" + key + ".phase]]");
    write_phase(phase, t);
  }
  if (!drive.follow) return;
  const FollowSpec& follow = *drive.follow;
  t.table("[" + key + ".follow]");
  t.line("waypoints", points_text(follow.waypoints));
  t.number("speed", follow.speed);
  t.number("lookahead", follow.lookahead);
  t.number("max_curvature", follow.max_curvature);
  t.number("interval", follow.interval);
  t.number("start", follow.start);
  t.number("tolerance", follow.tolerance);
  t.angle("steer_rate_deg", follow.steer_rate);
}

/// `initial` and `motor` are the names of its tables.
void write_vehicle_parts(const WorldSpec& spec, const VehicleInWorld& vehicle, const std::string& initial,
                         const std::string& motor, TomlWriter& t) {
  const InitialPlacement& start = vehicle.initial;
  t.table("[" + initial + "]");
  t.vector("position", start.position);
  t.boolean("on_ground", start.on_ground);
  t.string("on", start.on.empty() ? "ground" : start.on);
  t.angle("heading_deg", start.yaw);
  t.angle("pitch_deg", start.pitch);
  t.angle("roll_deg", start.roll);
  t.vector("velocity", start.velocity);
  t.vector("spin", start.spin);
  t.number("max_ramp_drop", start.max_ramp_drop);
  t.boolean("settle", spec.run.settle);
  if (!vehicle.joint_positions.empty()) t.table("[" + initial + ".joints]");
  for (const auto& [name, value] : vehicle.joint_positions)
    t.line(toml_string(name), fmt::format("{}", value));
  if (vehicle.other_motor) {
    t.table("[" + motor + "]");
    t.string("mode", vehicle.motor ? "limited" : "ideal");
    if (vehicle.motor) {
      t.number("stall_torque", vehicle.motor->stall_torque);
      t.number("no_load_speed", vehicle.motor->no_load_speed);
      t.number("rotor_inertia", vehicle.motor->rotor_inertia);
    }
  }
}

/// Number of the first vehicles that the keys `rover` and `lander` can say: with these names, the rover first, and only
/// the first of them driven.
std::size_t count_named(const WorldSpec& spec) {
  std::size_t named = 0;
  for (const VehicleRole role : {VehicleRole::rover, VehicleRole::lander}) {
    if (named == spec.vehicles.size()) break;
    const VehicleInWorld& vehicle = spec.vehicles[named];
    const bool driven = vehicle.other_motor || vehicle.drive.follow || !vehicle.drive.phases.empty();
    if (vehicle.role == role && vehicle.name == to_string(role) && (named == 0 || !driven)) ++named;
  }
  return named;
}

void write_vehicles(const WorldSpec& spec, TomlWriter& t) {
  const std::size_t named = count_named(spec);
  for (std::size_t i = 0; i < spec.vehicles.size(); ++i) {
    const VehicleInWorld& vehicle = spec.vehicles[i];
    if (i < named) {
      write_vehicle_parts(spec, vehicle, vehicle.role == VehicleRole::rover ? "initial" : "initial_lander",
                          "motor", t);
      if (i == 0) write_drive(vehicle.drive, "drive", t);
      continue;
    }
    t.table("[[vehicle]]");
    t.string("name", vehicle.name);
    t.string("role", to_string(vehicle.role));
    t.string("file", vehicle.file);
    write_vehicle_parts(spec, vehicle, "vehicle.initial", "vehicle.motor", t);
    write_drive(vehicle.drive, "vehicle.drive", t);
  }
}

void write_ties(const WorldSpec& spec, TomlWriter& t) {
  for (const SpringElementSpec& tie : spec.ties) {
    t.table("[[tie]]");
    t.string("name", tie.name);
    t.string("body_a", tie.body_a);
    t.vector("point_a", tie.point_a);
    t.string("body_b", tie.body_b);
    t.vector("point_b", tie.point_b);
    t.number("stiffness", tie.stiffness);
    t.number("damping", tie.damping);
    t.number("free_length", tie.free_length);
    t.boolean("tension_only", tie.tension_only);
  }
  for (const ReleaseSpec& release : spec.releases) {
    t.table("[[release]]");
    t.strings("ties", release.ties);
    t.string("on", release.on_touchdown ? "touchdown" : "time");
    t.number(release.on_touchdown ? "delay" : "time", release.time);
  }
}

void write_motions(const WorldSpec& spec, TomlWriter& t) {
  for (const MotionSpec& motion : spec.motions) {
    const JointProgramme& p = motion.programme;
    t.table("[[motion]]");
    t.string("joint", p.joint);
    t.number("ramp", p.ramp);
    const std::string key = std::string(p.by_rate ? "rate" : "position") + (p.angular ? "_deg" : "");
    for (std::size_t i = 0; i < p.starts.size(); ++i) {
      t.table("[[motion.phase]]");
      t.number("start", p.starts[i]);
      p.angular ? t.angle(key.c_str(), p.values[i]) : t.number(key.c_str(), p.values[i]);
    }
  }
}

void write_landing(const WorldSpec& spec, TomlWriter& t) {
  if (!spec.landing) return;
  t.table("[landing]");
  t.angle("tilt_limit_deg", spec.landing->tilt_limit);
  t.number("rest_speed", spec.landing->rest_speed);
  t.number("rest_spin", spec.landing->rest_spin);
  t.number("rest_hold", spec.landing->rest_hold);
  t.boolean("stop", spec.landing->stop);
}

void write_thrust(const WorldSpec& spec, TomlWriter& t) {
  if (!spec.thrust) return;
  t.table("[descent_thrust]");
  t.number("force", spec.thrust->force);
  t.number("delay", spec.thrust->delay);
  t.number("tail", spec.thrust->tail);
}

void write_gait(const WorldSpec& spec, TomlWriter& t) {
  if (!spec.gait) return;
  const GaitSpec& g = *spec.gait;
  t.table("[gait]");
  t.string("kind", kGaitKinds[static_cast<int>(g.kind)]);
  t.number("start", g.start);
  if (std::isfinite(g.distance)) t.number("distance", g.distance);
  t.number("stride", g.stride);
  t.number("shift_time", g.shift_time);
  t.number("swing_time", g.swing_time);
  t.number("clearance", g.clearance);
  t.number("margin", g.margin);
  t.number("touch_speed", g.touch_speed);
  t.number("probe", g.probe);
  t.number("search", g.search);
  t.number("push_speed", g.push_speed);
  t.number("brace_speed", g.brace_speed);
  t.number("follow_slope", g.follow_slope);
  for (const BodyWish& wish : g.poses) {
    t.table("[[gait.pose]]");
    t.number("time", wish.time);
    t.number("move_time", wish.move_time);
    t.vector("shift", wish.shift);
    const Quat& q = wish.turn;
    t.line("quaternion", fmt::format("[{}, {}, {}, {}]", q.w(), q.x(), q.y(), q.z()));
  }
}

bool has_document(const WorldSpec& spec, const std::string& kind, const std::string& name) {
  return std::any_of(spec.documents.begin(), spec.documents.end(),
                     [&](const InputDocument& d) { return d.kind == kind && d.name == name; });
}

/// Whether documents tell all that the scenario names.
bool is_documented(const WorldSpec& spec) {
  const auto told = [&](const std::shared_ptr<const void>& part) {
    return std::find(spec.documented.begin(), spec.documented.end(), part) != spec.documented.end();
  };
  for (const VehicleInWorld& vehicle : spec.vehicles)
    if (!told(vehicle.model) || !has_document(spec, to_string(vehicle.role), vehicle.file)) return false;
  return told(spec.ground.terrain) && std::all_of(spec.soils.begin(), spec.soils.end(), told);
}

}  // namespace

std::string write_scenario(const WorldSpec& spec) {
  TomlWriter t;
  t.string("name", spec.run.name);
  t.string("title", spec.run.title);
  t.string("group", spec.run.group);
  t.string("purpose", spec.run.purpose);
  t.number("duration", spec.run.duration);
  t.number("gravity", spec.run.gravity);
  t.strings("set", spec.file_changes);
  const std::size_t named = count_named(spec);
  for (std::size_t i = 0; i < named; ++i) t.string(to_string(spec.vehicles[i].role), spec.vehicles[i].file);
  write_settings(spec, t);
  write_vehicles(spec, t);
  write_ties(spec, t);
  write_motions(spec, t);
  write_hand_drive(spec, t);
  write_soil_strokes(spec, t);
  write_verdict(spec, t);
  write_landing(spec, t);
  write_thrust(spec, t);
  write_gait(spec, t);
  write_balance(spec, t);
  return t.text() + servo_commands_text(spec);
}

std::string write_whole_scenario(const WorldSpec& spec) { return write_scenario(spec) + spec.ground.table; }

void renew_documents(WorldSpec& spec) {
  if (!is_documented(spec)) {
    spec.documents.clear();
    return;
  }
  const std::string now = write_whole_scenario(spec);
  if (now == spec.as_read && has_document(spec, "scenario", spec.origin)) return;
  std::erase_if(spec.documents, [](const InputDocument& d) { return d.kind == "scenario"; });
  spec.documents.insert(spec.documents.begin(), {"scenario", spec.origin, now});
  std::erase_if(spec.overrides, [](const Override& o) { return is_of_scenario(o); });
  spec.as_read = now;
}

}  // namespace grouser
