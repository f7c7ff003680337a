// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/terrain/surface/shape_input.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "grouser/base/error.hpp"
#include "grouser/math/pose.hpp"
#include "grouser/math/units.hpp"

namespace grouser {
namespace {

Mat3 read_rotation(const TomlTable& t) {
  const std::array<double, 3> rpy = t.vec3_or("rpy_deg", {0.0, 0.0, 0.0}, "deg");
  for (double angle : rpy)
    if (std::fabs(angle) > 360.0)
      throw InputError(t.place("rpy_deg"), std::to_string(angle), "angles within 360 deg");
  return rotation_from_rpy(rpy[0] * kDegree, rpy[1] * kDegree, rpy[2] * kDegree);
}

constexpr double kThickness = 0.02;  // m, of plates and ramps by default

void read_box(const TomlTable& t, RigidShape& box) {
  const auto size = t.numbers("size", 3, positive("m"));
  box.half = 0.5 * Vec3(size[0], size[1], size[2]);
  box.pose = {read_rotation(t), to_vec3(t.vec3("position", "m"))};
}

void read_hull(const TomlTable& t, RigidShape& shape) {
  std::vector<Vec3> points;
  for (const auto& row : t.number_rows("points", 3, any_number("m"), kMaxHullPoints))
    points.emplace_back(row[0], row[1], row[2]);
  const RigidTransform pose{read_rotation(t), to_vec3(t.vec3("position", "m"))};
  set_hull(hull_of(points, t.place("points")), pose, shape);
}

void read_plate(const TomlTable& t, RigidShape& box) {
  const auto size = t.numbers("size", 2, positive("m"));
  const double thickness = t.number_or("thickness", kThickness, positive("m"));
  box.half = 0.5 * Vec3(size[0], size[1], thickness);
  box.pose.R = read_rotation(t);
  box.pose.p = to_vec3(t.vec3("position", "m")) - box.pose.R * Vec3(0.0, 0.0, box.half.z());
}

void read_step(const TomlTable& t, RigidShape& box) {
  const double edge = t.number("edge", any_number("m")), height = t.number("height", positive("m"));
  const double length = t.number_or("length", 10.0, positive("m")),
               width = t.number_or("width", 10.0, positive("m"));
  const double base = t.number_or("base", 0.0, any_number("m"));
  // forward: one drives off it towards +x, its body lies behind the edge
  const double side = t.choice_or("facing", "forward", {"forward", "backward"}) == 0 ? -1.0 : 1.0;
  box.half = 0.5 * Vec3(length, width, height);
  box.pose.p = Vec3(edge + side * box.half.x(), 0.0, base + box.half.z());
}

void read_ramp(const TomlTable& t, RigidShape& box) {
  const double length = t.number("length", positive("m")), width = t.number("width", positive("m"));
  const double slope = t.angle_deg("slope_deg", {0.0, 80.0, false, "deg"});
  const double thickness = t.number_or("thickness", kThickness, positive("m"));
  box.half = 0.5 * Vec3(length, width, thickness);
  // pitch is nose down positive: a rise along x is a negative pitch
  box.pose.R = rotation_from_rpy(0.0, -slope, t.angle_deg_or("heading_deg", 0.0));
  box.pose.p = to_vec3(t.vec3("position", "m")) + box.pose.R * Vec3(box.half.x(), 0.0, -box.half.z());
}

}  // namespace

int material_of(const std::string& id, std::vector<std::string>& materials) {
  const auto it = std::find(materials.begin(), materials.end(), id);
  if (it != materials.end()) return static_cast<int>(it - materials.begin());
  constexpr std::size_t kMost = 1000;  // each is a file, and a law for each wheel
  if (materials.size() >= kMost) throw InputError("soils", "more soils", fmt::format("at most {}", kMost));
  materials.push_back(id);
  return static_cast<int>(materials.size()) - 1;
}

RigidShape read_shape(const TomlTable& t, const std::string& name, std::vector<std::string>& materials) {
  RigidShape box;
  box.name = t.string_or("name", name);
  box.material = material_of(t.string("soil"), materials);
  if (t.has("colour")) {
    const auto c = t.numbers("colour", 3, {0.0, 1.0, false, "-"});
    box.colour = {c[0], c[1], c[2]};
  }
  switch (t.choice("type", {"box", "plate", "step", "ramp", "hull"})) {
    case 0:
      read_box(t, box);
      break;
    case 1:
      read_plate(t, box);
      break;
    case 2:
      read_step(t, box);
      break;
    case 3:
      read_ramp(t, box);
      break;
    default:
      read_hull(t, box);
      break;
  }
  return box;
}

std::vector<RigidShape> read_shapes(const TomlTable& t, std::vector<std::string>& materials) {
  std::vector<RigidShape> shapes;
  for (const TomlTable& shape : t.tables("shape")) {
    shapes.push_back(read_shape(shape, "shape_" + std::to_string(shapes.size() + 1), materials));
    shapes.back().owner = shape.string_or("owner", "world");
  }
  return shapes;
}

}  // namespace grouser
