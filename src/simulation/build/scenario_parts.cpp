#include "scenario_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "grouser/base/error.hpp"

namespace grouser {
namespace {

bool matches(const std::string& pattern, const std::string& name) {
  if (pattern.empty() || pattern.back() != '*') return name == pattern;
  return name.rfind(pattern.substr(0, pattern.size() - 1), 0) == 0;
}

/// Whether the rover or the lander was removed ("none"): its ties are then removed too.
bool leaves_one_out(const TomlTable& scenario) {
  for (const char* kind : {"rover", "lander"})
    if (scenario.has(kind) && scenario.string(kind) == "none") return true;
  return false;
}

std::string spring_names(const Model& model) {
  std::string names;
  for (const SpringElement& spring : model.springs()) names += (names.empty() ? "" : ", ") + spring.name;
  return names.empty() ? "a [[tie]] to cut (there is none)" : "one of " + names;
}

/// Coordinates that drives and steering move.
std::set<int> driven_coordinates(const World& world) {
  std::set<int> driven;
  for (const WheelDrive& w : world.drives) driven.insert(w.drive_v), driven.insert(w.steer_v);
  return driven;
}

void check_kind(const TomlTable& motion, const JointProgramme& programme, const Joint& joint) {
  const bool revolute = joint.type == JointType::revolute;
  if (revolute == programme.angular) return;
  throw InputError(motion.place("joint"),
                   fmt::format("{} joint '{}' told {}", to_string(joint.type), joint.name,
                               programme.angular ? "degrees" : "metres"),
                   revolute ? "position_deg or rate_deg" : "position or rate");
}

}  // namespace

InitialPlacement read_placement(const TomlTable& t) {
  InitialPlacement p;
  const bool three = t.number_list_or_empty("position", any_number("m"), 3).size() == 3;
  const auto xyz = t.numbers("position", three ? 3 : 2, any_number("m"));
  p.on_ground = t.boolean_or("on_ground", true);
  p.on_lander = t.choice_or("on", "ground", {"ground", "lander"}) == 1;
  p.position = Vec3(xyz[0], xyz[1], three ? xyz[2] : 0.0);
  p.yaw = t.angle_deg_or("heading_deg", 0.0);
  p.pitch = t.angle_deg_or("pitch_deg", 0.0);
  p.roll = t.angle_deg_or("roll_deg", 0.0);
  p.velocity = to_vec3(t.vec3_or("velocity", {0, 0, 0}, "m/s"));
  p.spin = to_vec3(t.vec3_or("spin", {0, 0, 0}, "rad/s"));
  p.max_ramp_drop = t.number_or("max_ramp_drop", p.max_ramp_drop, {0.0, 100.0, false, "m"});
  return p;
}

void read_joint_angles(const TomlTable& initial, std::vector<std::pair<std::string, double>>& out) {
  const TomlTable angles = initial.table_or_empty("joints_deg");
  for (const std::string& name : angles.keys()) out.emplace_back(name, angles.angle_deg(name));
  const TomlTable lengths = initial.table_or_empty("joints");
  for (const std::string& name : lengths.keys())
    out.emplace_back(name, lengths.number(name, {-1e4, 1e4, false, "m"}));
}

void skip_placement(const TomlTable& scenario, const std::string& key) {
  if (!scenario.has(key)) return;
  const TomlTable initial = scenario.table(key);
  read_placement(initial);
  initial.boolean_or("settle", true);
  std::vector<std::pair<std::string, double>> unused;
  read_joint_angles(initial, unused);
}

RigidTransform stated_pose(const InitialPlacement& p) {
  return {rotation_from_rpy(p.roll, p.pitch, p.yaw), p.position};
}

std::vector<SpringElementSpec> read_ties(const TomlTable& scenario,
                                         const std::vector<VehicleRuntime>& vehicles) {
  const bool complete = !leaves_one_out(scenario);
  const auto exists = [&](const std::string& name) {
    if (name == "world") return true;
    for (const VehicleRuntime& vehicle : vehicles)
      for (const BodySpec& body : vehicle.spec.bodies)
        if (body.name == name) return true;
    return false;
  };
  std::vector<SpringElementSpec> ties;
  for (const TomlTable& t : scenario.tables("tie")) {
    SpringElementSpec tie = read_spring_element(t);
    if (complete || (exists(tie.body_a) && exists(tie.body_b))) ties.push_back(std::move(tie));
  }
  return ties;
}

std::vector<Release> read_releases(const TomlTable& scenario, const Model& model) {
  std::vector<Release> releases;
  for (const TomlTable& t : scenario.tables("release")) {
    Release release;
    release.on_touchdown = t.choice_or("on", "time", {"time", "touchdown"}) == 1;
    const NumberRange seconds{0.0, 1e9, false, "s"};
    release.time = release.on_touchdown ? t.number_or("delay", 0.0, seconds) : t.number("time", seconds);
    for (const std::string& pattern : t.string_list_or_empty("ties")) {
      const std::size_t before = release.springs.size();
      for (std::size_t i = 0; i < model.springs().size(); ++i)
        if (matches(pattern, model.springs()[i].name)) release.springs.push_back(static_cast<int>(i));
      if (release.springs.size() == before && !leaves_one_out(scenario))
        throw InputError(t.place("ties"), "no tie '" + pattern + "'", spring_names(model));
    }
    if (!release.springs.empty())
      releases.push_back(release);
    else if (!leaves_one_out(scenario))
      throw InputError(t.place("ties"), "nothing to cut", spring_names(model));
  }
  return releases;
}

void build_prescribed(World& world, const TomlTable& scenario) {
  std::set<int> taken = driven_coordinates(world);
  VecX q = world.model->neutral_q();
  for (const auto& [name, value] : world.joint_angles)
    q[world.model->joints()[world.model->joint(name).index].q_index] = value;
  const auto free_joint = [&](const Joint& j) {
    return j.mode == CoordinateMode::prescribed && j.nv == 1 && !taken.count(j.v_index);
  };
  for (const TomlTable& t : scenario.tables("motion")) {
    const JointProgramme programme = read_joint_programme(t);
    bool any = false;
    for (const Joint& j : world.model->joints()) {
      if (!free_joint(j) || !programme.names(j.name)) continue;
      check_kind(t, programme, j);
      world.led.push_back({j.q_index, j.v_index, JointMotionSignal(programme, q[j.q_index])});
      taken.insert(j.v_index);
      any = true;
    }
    if (!any)
      throw InputError(t.place("joint"), "'" + programme.joint + "'",
                       "a prescribed joint that is not a drive, not steering and not led already");
  }
  for (const Joint& j : world.model->joints())
    if (free_joint(j)) world.held.push_back({j.q_index, j.v_index, q[j.q_index]});
}

std::vector<BoxShape> vehicle_surfaces(const std::vector<VehicleRuntime>& vehicles,
                                       std::vector<std::string>& materials) {
  std::vector<BoxShape> shapes;
  for (const VehicleRuntime& vehicle : vehicles)
    for (BoxShape shape : vehicle.spec.surfaces) {
      const std::string& soil = vehicle.spec.surface_soils[shape.material];
      auto at = std::find(materials.begin(), materials.end(), soil);
      if (at == materials.end()) at = materials.insert(materials.end(), soil);
      shape.material = static_cast<int>(at - materials.begin());
      shapes.push_back(shape);
    }
  return shapes;
}

}  // namespace grouser
