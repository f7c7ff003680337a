// SPDX-License-Identifier: BSD-3-Clause
// Keys of shapes. Plates, steps and ramps are read as boxes; their place is given where a person would
// measure it.
#include "grouser/terrain/surface/shape_input.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "grouser/base/error.hpp"
#include "grouser/base/key_visitors.hpp"
#include "grouser/math/pose_keys.hpp"

namespace grouser {
namespace {

constexpr const char* kShapeTypes[] = {"box", "plate", "step", "ramp", "hull"};
enum class ShapeType { box, plate, step, ramp, hull };

constexpr double kThickness = 0.02;  // m, of plates and ramps by default

void visit_place(KeyVisitor& v, const Key& position, RigidTransform& pose) {
  constexpr double kMostTurn = 360.0;  // deg
  visit_rotation(v, {"rpy_deg", "roll, pitch and yaw"}, pose.R, kMostTurn);
  v.vector(position, pose.p, any_number("m"));
}

void visit_thickness(KeyVisitor& v, double& thickness) {
  v.number({"thickness", "below its surface"}, thickness, positive("m"));
}

void visit_box(KeyVisitor& v, RigidShape& box) {
  Vec3 size = 2.0 * box.half;
  v.vector({"size", "length, width and height", Need::yes}, size, positive("m"));
  if (v.reads()) box.half = 0.5 * size;
  visit_place(v, {"position", "of its middle", Need::yes}, box.pose);
}

void visit_hull(KeyVisitor& v, RigidShape& shape) {
  std::vector<Vec3> points;
  if (shape.hull) points = shape.hull->vertices;
  v.rows({"points", "in the shape's frame, of which it is the convex hull", Need::yes}, points,
         any_number("m"), kMaxHullPoints);
  RigidTransform pose = shape.pose;
  visit_place(v, {"position", "of its frame", Need::yes}, pose);
  if (v.reads()) set_hull(hull_of(points, v.place("points")), pose, shape);
}

void visit_plate(KeyVisitor& v, RigidShape& box) {
  std::array<double, 2> size{};
  double thickness = kThickness;
  v.vector({"size", "length and width", Need::yes}, size, positive("m"));
  visit_thickness(v, thickness);
  visit_place(v, {"position", "of the middle of its top, about which it turns", Need::yes}, box.pose);
  if (!v.reads()) return;
  box.half = 0.5 * Vec3(size[0], size[1], thickness);
  box.pose.p -= box.pose.R * Vec3(0.0, 0.0, box.half.z());
}

void visit_step(KeyVisitor& v, RigidShape& box) {
  constexpr const char* kFacings[] = {"forward", "backward"};
  double edge = 0.0, height = 0.0, length = 10.0, width = 10.0, base = 0.0;
  bool backward = false;
  v.number({"edge", "x of its face", Need::yes}, edge, any_number("m"));
  v.number({"height", "of its face", Need::yes}, height, positive("m"));
  v.number({"length", "of its top along x"}, length, positive("m"));
  v.number({"width", "along y"}, width, positive("m"));
  v.number({"base", "height of its foot"}, base, any_number("m"));
  v.choice({"facing", "forward: the drop is towards +x"}, backward, kFacings);
  if (!v.reads()) return;
  // forward: one drives off it towards +x, its body lies behind the edge
  const double side = backward ? 1.0 : -1.0;
  box.half = 0.5 * Vec3(length, width, height);
  box.pose.p = Vec3(edge + side * box.half.x(), 0.0, base + box.half.z());
}

void visit_ramp(KeyVisitor& v, RigidShape& box) {
  double length = 0.0, width = 0.0, slope = 0.0, thickness = kThickness, heading = 0.0;
  v.number({"length", "along the slope", Need::yes}, length, positive("m"));
  v.number({"width", "across the slope", Need::yes}, width, positive("m"));
  v.angle({"slope_deg", "of its surface", Need::yes}, slope, {0.0, 80.0, false, "deg"});
  visit_thickness(v, thickness);
  v.angle({"heading_deg", "direction of rise"}, heading);
  v.vector({"position", "of the middle of the lower edge of its surface", Need::yes}, box.pose.p,
           any_number("m"));
  if (!v.reads()) return;
  box.half = 0.5 * Vec3(length, width, thickness);
  // pitch is nose down positive: a rise along x is a negative pitch
  box.pose.R = rotation_from_rpy(0.0, -slope, heading);
  box.pose.p += box.pose.R * Vec3(box.half.x(), 0.0, -box.half.z());
}

}  // namespace

/// Number of a soil in the list of materials, to which it is added if it is new.
int material_of(const std::string& id, std::vector<std::string>& materials) {
  const auto it = std::find(materials.begin(), materials.end(), id);
  if (it != materials.end()) return static_cast<int>(it - materials.begin());
  constexpr std::size_t kMost = 1000;  // each is a file, and a law for each wheel
  if (materials.size() >= kMost) throw InputError("soils", "more soils", fmt::format("at most {}", kMost));
  materials.push_back(id);
  return static_cast<int>(materials.size()) - 1;
}

void visit_shape(KeyVisitor& v, RigidShape& shape, std::vector<std::string>& materials) {
  v.text({"name", "of events, channels and --set keys"}, shape.name);
  std::string soil;
  const auto material = static_cast<std::size_t>(shape.material);
  if (v.task() == KeyTask::write) soil = materials[material];
  v.text({"soil", "id or file", Need::yes}, soil);
  if (v.reads()) shape.material = material_of(soil, materials);
  v.vector({"colour", "red, green and blue"}, shape.colour, {0.0, 1.0, false, "-"});
  ShapeType type = shape.hull ? ShapeType::hull : ShapeType::box;
  v.choice({"type", "of the shape", Need::yes}, type, kShapeTypes);
  constexpr std::pair<const char*, void (*)(KeyVisitor&, RigidShape&)> kTypes[] = {
      {"type = \"box\"", visit_box},   {"type = \"plate\"", visit_plate}, {"type = \"step\"", visit_step},
      {"type = \"ramp\"", visit_ramp}, {"type = \"hull\"", visit_hull},
  };
  for (std::size_t k = 0; k < std::size(kTypes); ++k)
    if (const auto own = v.when(static_cast<std::size_t>(type) == k, kTypes[k].first))
      kTypes[k].second(v, shape);
}

void visit_shapes(KeyVisitor& v, std::vector<RigidShape>& shapes, std::vector<std::string>& materials) {
  std::size_t count = 0;
  v.tables({"shape", "a rigid shape"}, shapes, [&](RigidShape& shape) {
    ++count;
    if (v.reads()) shape.name = "shape_" + std::to_string(count);
    visit_shape(v, shape, materials);
    v.text({"owner", "body that carries it, or world"}, shape.owner);
  });
}

std::vector<RigidShape> read_shapes(const TomlTable& t, std::vector<std::string>& materials) {
  std::vector<RigidShape> shapes;
  KeyReader reader(t);
  visit_shapes(reader, shapes, materials);
  return shapes;
}

}  // namespace grouser
