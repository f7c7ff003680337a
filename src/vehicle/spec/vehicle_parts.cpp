// SPDX-License-Identifier: BSD-3-Clause
#include "vehicle_parts.hpp"

#include <algorithm>
#include <cmath>

#include "foot_parts.hpp"
#include "grouser/terrain/surface/shape_input.hpp"

namespace grouser {
namespace {

constexpr NumberRange kToolSize{1e-3, 10.0, false, "m"};

}  // namespace

Mat3 read_rotation(const TomlTable& t, const char* key) {
  const Vec3 rpy = to_vec3(t.vec3_or(key, {0, 0, 0}, "deg")) * (EIGEN_PI / 180.0);
  return rotation_from_rpy(rpy.x(), rpy.y(), rpy.z());
}

RigidTransform read_pose(const TomlTable& t) {
  return {read_rotation(t, "rpy_deg"), to_vec3(t.vec3_or("position", {0, 0, 0}, "m"))};
}

Vec3 read_axis(const TomlTable& t, const char* key) {
  const Vec3 axis = to_vec3(t.vec3(key, "-"));
  if (std::abs(axis.norm() - 1.0) > 1e-6)
    throw InputError(t.place(key), fmt::format("length {:.6g}", axis.norm()), "a unit vector");
  return axis.normalized();
}

RootSpec read_root(const TomlTable& t) {
  RootSpec root;
  if (t.choice_or("type", "free", {"free", "prismatic"}) == 0) return root;
  root.type = JointType::prismatic;
  root.axis = read_axis(t);
  return root;
}

void visit_motor(KeyVisitor& v, std::optional<MotorSpec>& motor) {
  constexpr const char* kModes[] = {"ideal", "limited"};
  bool limited = motor.has_value();
  MotorSpec numbers = motor.value_or(MotorSpec{});  // may be in the file of a rover whose drives are ideal
  v.choice({"mode", "drives that keep every command, or with a limited torque"}, limited, kModes);
  if (limited || v.has({"stall_torque"}, limited))
    v.number({"stall_torque", "at the wheel", Need::yes}, numbers.stall_torque, positive("N m"));
  if (limited || v.has({"no_load_speed"}, limited))
    v.number({"no_load_speed", "at the wheel", Need::yes}, numbers.no_load_speed, positive("rad/s"));
  v.number({"rotor_inertia", "of the rotor, seen at the wheel"}, numbers.rotor_inertia,
           non_negative("kg m2"));
  if (v.judges()) motor = limited ? std::optional(numbers) : std::nullopt;
}

void read_spheres(const TomlTable& vehicle, VehicleSpec& spec) {
  const TomlTable contact = vehicle.table_or_empty("contact_sphere");
  SphereSpec common;
  common.stiffness = contact.number_or("stiffness", 5e4, positive("N/m"));
  common.damping = contact.number_or("damping", 1e3, non_negative("N s/m"));
  common.friction = contact.number_or("friction", 0.5, non_negative("-"));
  const std::vector<std::string> without = contact.string_list_or_empty("without");
  std::vector<std::string> parts;
  for (SphereSpec& sphere : read_list<SphereSpec>(vehicle, "sphere", [&](const TomlTable& t) {
         SphereSpec s = common;
         s.body = t.string("body");
         s.position = to_vec3(t.vec3("position", "m"));
         s.radius = t.number("radius", kContactRadius);
         s.part = t.string_or("part", s.part);
         if (s.part.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") != std::string::npos)
           throw InputError(t.place("part"), "'" + s.part + "'",
                            "small letters, digits and _: it names a metric");
         return s;
       })) {
    parts.push_back(sphere.part);
    if (std::find(without.begin(), without.end(), sphere.part) == without.end())
      spec.spheres.push_back(std::move(sphere));
  }
  for (const std::string& part : without)
    if (std::find(parts.begin(), parts.end(), part) == parts.end())
      throw InputError(contact.place("without"), "no [[sphere]] of part '" + part + "'", "a part of one");
}

void read_pads(const TomlTable& vehicle, VehicleSpec& spec) {
  const TomlTable contact = vehicle.table_or_empty("pad_contact");
  PadSpec like_all;
  like_all.stiffness = contact.number_or("stiffness", 2e5, positive("N/m"));
  like_all.damping = contact.number_or("damping", 2e3, non_negative("N s/m"));
  like_all.friction = contact.number_or("friction", 0.5, non_negative("-"));
  spec.pads = read_list<PadSpec>(vehicle, "pad", [&](const TomlTable& t) {
    PadSpec pad = like_all;
    pad.name = t.string("name");
    pad.body = t.string("body");
    pad.position = to_vec3(t.vec3("position", "m"));
    pad.radius = t.number("radius", kContactRadius);
    return pad;
  });
  read_feet(vehicle, like_all, spec.pads);
  for (std::size_t i = 0; i < spec.pads.size(); ++i)
    for (std::size_t k = 0; k < i; ++k)
      if (spec.pads[k].name == spec.pads[i].name)
        throw InputError(vehicle.place("pad"), "two pads '" + spec.pads[i].name + "'",
                         "a name of its own for each");
}

void read_tools(const TomlTable& vehicle, VehicleSpec& spec) {
  spec.tools = read_list<ToolSpec>(vehicle, "tool", [](const TomlTable& t) {
    ToolSpec tool;
    tool.name = t.string("name");
    tool.body = t.string("body");
    tool.pose = read_pose(t);
    tool.shape = static_cast<ToolShape>(t.choice_or("shape", "plate", {"plate", "pad"}));
    tool.width = tool.shape == ToolShape::pad ? 2.0 * t.number("radius", kContactRadius)
                                              : t.number("width", kToolSize);
    tool.height = t.number("height", kToolSize);
    return tool;
  });
  for (std::size_t i = 0; i < spec.tools.size(); ++i)
    for (std::size_t k = 0; k < i; ++k)
      if (spec.tools[k].name == spec.tools[i].name)
        throw InputError(vehicle.place("tool"), "two tools '" + spec.tools[i].name + "'",
                         "a name of its own for each");
}

void read_surfaces(const TomlTable& vehicle, VehicleSpec& spec) {
  spec.surfaces = read_list<RigidShape>(vehicle, "surface", [&](const TomlTable& t) {
    RigidShape shape = read_shape(t, t.string("body"), spec.surface_soils);
    shape.owner = t.string("body");
    return shape;
  });
}

LoopJointSpec read_loop_joint(const TomlTable& t) {
  std::vector<std::string> words;
  for (const LoopJointType type : kPermanentLoopJoints) words.emplace_back(to_string(type));
  LoopJointSpec joint;
  joint.name = t.string("name");
  joint.type = kPermanentLoopJoints[t.choice("type", words)];
  joint.body_a = t.string("body_a");
  joint.body_b = t.string("body_b");
  joint.X_AJ.p = to_vec3(t.vec3("point_a", "m"));
  joint.X_BJ.p = to_vec3(t.vec3("point_b", "m"));
  const LoopJointKeys keys = keys_of(joint.type);
  if (keys.frames) joint.X_AJ.R = read_rotation(t, "rpy_a_deg");
  if (keys.frames) joint.X_BJ.R = read_rotation(t, "rpy_b_deg");
  if (keys.axis) joint.axis = read_axis(t);
  if (keys.length) joint.length = t.number("length", positive("m"));
  if (keys.driver) joint.driver = t.string_or("driver", "");
  return joint;
}

void visit_keys(KeyVisitor& v, SpringElementSpec& s) {
  v.text({"name", "by which it is released and recorded", Need::yes}, s.name);
  v.text({"body_a", "a body, or world", Need::yes}, s.body_a);
  v.text({"body_b", "a body, or world", Need::yes}, s.body_b);
  v.numbers({"point_a", "in the frame of body_a", Need::yes}, {s.point_a.data(), 3}, any_number("m"));
  v.numbers({"point_b", "in the frame of body_b", Need::yes}, {s.point_b.data(), 3}, any_number("m"));
  v.number({"stiffness", "of the spring", Need::yes}, s.stiffness, non_negative("N/m"));
  v.number({"damping", "along it"}, s.damping, non_negative("N s/m"));
  v.number({"free_length", "at which it pulls in neither direction", Need::yes}, s.free_length,
           non_negative("m"));
  v.flag({"tension_only", "a rope: it never pushes"}, s.tension_only);
}

}  // namespace grouser
