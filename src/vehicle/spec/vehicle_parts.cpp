// SPDX-License-Identifier: BSD-3-Clause
// Keys of the parts of a vehicle's file that have a table of their own: spheres, pads, tools, decks, loop
// joints, springs, motors, the root's joint.
#include "vehicle_parts.hpp"

#include <algorithm>

#include "grouser/terrain/surface/shape_input.hpp"

namespace grouser {
namespace {

constexpr NumberRange kToolSize{1e-3, 10.0, false, "m"};

/// Springs, dampers and friction of what touches.
template <class Part>
void visit_contact(KeyVisitor& v, Part& part) {
  v.number({"stiffness", "of the contact"}, part.stiffness, positive("N/m"));
  v.number({"damping", "of the contact"}, part.damping, non_negative("N s/m"));
  v.number({"friction", "Coulomb's coefficient on rock and hard ground"}, part.friction, non_negative("-"));
}

void visit_keys(KeyVisitor& v, SphereSpec& s) {
  v.text({"body", "that it is part of", Need::yes}, s.body);
  v.vector({"position", "of its middle, in the body's frame", Need::yes}, s.position, any_number("m"));
  v.number({"radius", "of the sphere", Need::yes}, s.radius, kContactRadius);
  v.text({"part", "under which its contacts are recorded"}, s.part);
  if (s.part.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") != std::string::npos)
    v.refuse("part", "'" + s.part + "'", "small letters, digits and _: it names a metric");
}

void visit_keys(KeyVisitor& v, PadSpec& pad) {
  visit_name_and_body(v, pad);
  v.vector({"position", "middle of the sole, in the body's frame", Need::yes}, pad.position, any_number("m"));
  v.number({"radius", "of the pad", Need::yes}, pad.radius, kContactRadius);
}

}  // namespace

void visit_rising(KeyVisitor& v, const Key& key, std::vector<std::array<double, 2>>& rows,
                  const char* units) {
  constexpr std::size_t kMostRows = 1000;
  if (!v.has(key, !rows.empty())) return;
  v.rows(key, rows, {-1e9, 1e9, false, units}, kMostRows);
  for (std::size_t k = 1; k < rows.size(); ++k)
    if (!(rows[k][0] > rows[k - 1][0]))
      v.refuse(key.name, fmt::format("{} after {}", rows[k][0], rows[k - 1][0]),
               "a first number that rises from row to row");
}

void visit_root(KeyVisitor& v, RootSpec& root) {
  constexpr const char* kTypes[] = {"free", "prismatic"};
  bool slides = !root.is_free();
  v.choice({"type", "free, or moved along an axis by a programme"}, slides, kTypes);
  root.type = slides ? JointType::prismatic : JointType::free;
  if (const auto own = v.when(slides, "type = \"prismatic\""))
    visit_axis(v, {"axis", "in the frame in which the root is placed", Need::yes}, root.axis);
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

void visit_spheres(KeyVisitor& v, std::vector<SphereSpec>& spheres) {
  SphereSpec common;
  common.stiffness = 5e4, common.damping = 1e3, common.friction = 0.5;
  std::vector<std::string> without;
  const Key contact{"contact_sphere", "what all spheres have in common"};
  v.table(contact, [&] {
    visit_contact(v, common);
    v.texts({"without", "parts whose spheres are left out"}, without);
  });
  visit_parts(v, {"sphere", "a sphere by which a body touches ground and shapes"}, spheres,
              [&](SphereSpec& s) {
                if (v.reads()) s = common;
                visit_keys(v, s);
              });
  // A part that is left out must be there; after the check its spheres go.
  for (const std::string& part : without)
    if (std::ranges::find(spheres, part, &SphereSpec::part) == spheres.end())
      v.table(contact, [&] { v.refuse("without", "no [[sphere]] of part '" + part + "'", "a part of one"); });
  std::erase_if(spheres, [&](const SphereSpec& s) { return std::ranges::count(without, s.part) > 0; });
}

void visit_pads(KeyVisitor& v, std::vector<PadSpec>& pads) {
  PadSpec like_all;
  like_all.stiffness = 2e5, like_all.damping = 2e3, like_all.friction = 0.5;
  v.table({"pad_contact", "what all pads and feet have in common"}, [&] { visit_contact(v, like_all); });
  visit_parts(v, {"pad", "a round footpad that looks down the body's z axis"}, pads, [&](PadSpec& pad) {
    if (v.reads()) pad = like_all;
    visit_keys(v, pad);
  });
  visit_feet(v, like_all, pads);
  refuse_twins(v, "pad", "pads", pads);
}

void visit_keys(KeyVisitor& v, ToolSpec& tool) {
  visit_name_and_body(v, tool);
  visit_pose(v, tool.pose);
  v.choice({"shape", "a plate that looks along x, or a pad that looks down z"}, tool.shape, kToolShapes);
  if (const auto pad = v.when(tool.shape == ToolShape::pad, "shape = \"pad\"")) {
    double radius = 0.5 * tool.width;
    v.number({"radius", "of the pad", Need::yes}, radius, kContactRadius);
    tool.width = 2.0 * radius;
  }
  if (const auto plate = v.when(tool.shape == ToolShape::plate, "shape = \"plate\""))
    v.number({"width", "along y", Need::yes}, tool.width, kToolSize);
  v.number({"height", "along z; of a pad that of its edge", Need::yes}, tool.height, kToolSize);
}

void visit_surfaces(KeyVisitor& v, VehicleSpec& vehicle) {
  visit_parts(v, {"surface", "a rigid shape that others drive on or touch"}, vehicle.surfaces,
              [&](RigidShape& shape) {
                v.text({"body", "that carries it", Need::yes}, shape.owner);
                if (v.reads()) shape.name = shape.owner;
                visit_shape(v, shape, vehicle.surface_soils);
              });
}

void visit_keys(KeyVisitor& v, LoopJointSpec& joint) {
  std::vector<const char*> words;
  for (const LoopJointType type : kPermanentLoopJoints) words.push_back(to_string(type));
  auto type =
      static_cast<std::size_t>(std::ranges::find(kPermanentLoopJoints, joint.type) - kPermanentLoopJoints);
  v.text({"name", "of channels and --set keys", Need::yes}, joint.name);
  v.choice({"type", "what it holds fast", Need::yes}, type, words);
  joint.type = kPermanentLoopJoints[type];
  v.text({"body_a", "its first body, or world", Need::yes}, joint.body_a);
  v.text({"body_b", "its second body, or world", Need::yes}, joint.body_b);
  v.vector({"point_a", "in the frame of body_a", Need::yes}, joint.X_AJ.p, any_number("m"));
  v.vector({"point_b", "in the frame of body_b", Need::yes}, joint.X_BJ.p, any_number("m"));
  const LoopJointKeys keys = keys_of(joint.type);
  if (const auto frames = v.when(keys.frames, "type = \"revolute\" or \"fixed\"")) {
    visit_rotation(v, {"rpy_a_deg", "roll, pitch and yaw of its frame in body_a"}, joint.X_AJ.R);
    visit_rotation(v, {"rpy_b_deg", "the same in body_b"}, joint.X_BJ.R);
  }
  if (const auto axis = v.when(keys.axis, "type = \"revolute\" or \"inline\""))
    visit_axis(v, {"axis", "of the pin, in both frames", Need::yes}, joint.axis);
  if (const auto length = v.when(keys.length, "type = \"distance\""))
    v.number({"length", "between the points", Need::yes}, joint.length, positive("m"));
  if (const auto driver = v.when(keys.driver, "type = \"revolute\" or \"inline\""))
    v.text({"driver", "of a planar four-bar linkage: the joint that moves it"}, joint.driver);
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
