// SPDX-License-Identifier: BSD-3-Clause
// Writes the model of the simulation, not the vehicle's file: all bodies of all vehicles in one tree below
// the link "world". Numbers have the shortest form that reads back to the same bits.
#include "mcap/robot_description.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "grouser/math/elementary.hpp"
#include "grouser/shape/mesh/triangle_mesh.hpp"
#include "grouser/simulation/step/world.hpp"
#include "mcap/frame_topics.hpp"

namespace grouser {
namespace {

/// The text for an attribute in double quotes.
std::string escaped_xml(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '"')
      out += "&quot;";
    else
      out += c;
  }
  return out;
}

/// <origin> with xyz in m and rpy in rad.
std::string origin_xml(const RigidTransform& X) {
  const RollPitchYaw a = rpy_from_rotation(X.R);
  return fmt::format("<origin xyz=\"{} {} {}\" rpy=\"{} {} {}\"/>", X.p.x(), X.p.y(), X.p.z(), a.roll,
                     a.pitch, a.yaw);
}

/// URDF's cylinders lie along z; this turns z to the direction.
Mat3 z_along(const Vec3& direction) {
  const Vec3 z = direction.normalized();
  // A second direction that is not parallel to the axis.
  const Vec3 beside = std::fabs(z.x()) < 0.9 ? Vec3::UnitX() : Vec3::UnitY();
  Mat3 R;
  R.col(2) = z;
  R.col(1) = z.cross(beside).normalized();
  R.col(0) = R.col(1).cross(z);
  return R;
}

std::string cylinder_xml(const RigidTransform& X, double radius, double length) {
  return origin_xml(X) +
         fmt::format("<geometry><cylinder radius=\"{}\" length=\"{}\"/></geometry>", radius, length);
}

std::string box_xml(const RigidTransform& X, const Vec3& size) {
  return origin_xml(X) +
         fmt::format("<geometry><box size=\"{} {} {}\"/></geometry>", size.x(), size.y(), size.z());
}

/// Place and form of a shape. A ramp and a mesh are drawn as their boxes, because a log holds no files; a
/// wheel is drawn without its grousers.
std::string form_xml(const VisualShape& shape) {
  switch (shape.kind) {
    case VisualKind::cylinder:
    case VisualKind::wheel:
      return cylinder_xml({shape.pose.R * z_along(Vec3::UnitY()), shape.pose.p}, shape.size.x(),
                          shape.size.y());
    case VisualKind::tube: {
      const Vec3 along = shape.end - shape.pose.p;
      if (!(along.norm() > 0.0)) break;
      return cylinder_xml({z_along(along), shape.pose.p + 0.5 * along}, shape.size.x(), along.norm());
    }
    case VisualKind::sphere:
      return origin_xml(shape.pose) +
             fmt::format("<geometry><sphere radius=\"{}\"/></geometry>", shape.size.x());
    case VisualKind::mesh: {
      const MeshBox box = box_of(*shape.mesh);
      return box_xml({shape.pose.R, shape.pose * Vec3(0.5 * (box.low + box.high))}, box.high - box.low);
    }
    case VisualKind::box:
    case VisualKind::panel:
    case VisualKind::ramp:
      break;
  }
  return box_xml(shape.pose, shape.size);
}

/// A <link> with mass, inertia about its centre of mass and looks.
std::string link_xml(const World& world, std::size_t index) {
  const Body& body = world.model->bodies()[BodyId{static_cast<int>(index)}];
  const Mat3& I = body.inertia;
  std::string text = fmt::format("  <link name=\"{}\">\n", escaped_xml(body.name));
  text += fmt::format(
      "    <inertial>{}<mass value=\"{}\"/><inertia ixx=\"{}\" ixy=\"{}\" ixz=\"{}\" iyy=\"{}\" iyz=\"{}\" "
      "izz=\"{}\"/></inertial>\n",
      origin_xml({Mat3::Identity(), body.com}), body.mass, I(0, 0), I(0, 1), I(0, 2), I(1, 1), I(1, 2),
      I(2, 2));
  int number = 0;
  for (const VisualShape& shape : world.scene.visuals) {
    if (shape.body != static_cast<int>(index)) continue;
    text += fmt::format(
        "    <visual>{}<material name=\"{}_{}\"><color rgba=\"{} {} {} 1\"/></material></visual>\n",
        form_xml(shape), escaped_xml(body.name), number++, shape.colour[0], shape.colour[1], shape.colour[2]);
  }
  return text + "  </link>\n";
}

/// A <joint>: fixed, revolute, continuous or prismatic; joints of several coordinates are floating.
std::string joint_xml(const World& world, const Joint& joint) {
  const auto& bodies = world.model->bodies();
  const bool limited = std::isfinite(joint.forces.lower) && std::isfinite(joint.forces.upper);
  const bool one = joint.kind.hinge || joint.kind.slider;
  const char* type = !one                ? (joint.nv == 0 ? "fixed" : "floating")
                     : joint.kind.slider ? "prismatic"
                     : limited           ? "revolute"
                                         : "continuous";
  std::string text =
      fmt::format("  <joint name=\"{}\" type=\"{}\">{}<parent link=\"{}\"/><child link=\"{}\"/>",
                  escaped_xml(joint.name), type, origin_xml(joint.X_PJ),
                  joint.parent == kWorld ? kWorldFrame : escaped_xml(bodies[joint.parent].name),
                  escaped_xml(bodies[joint.child].name));
  if (one) text += fmt::format("<axis xyz=\"{} {} {}\"/>", joint.axis.x(), joint.axis.y(), joint.axis.z());
  // URDF wants a limit of every joint that slides; effort and speed are not part of the description here.
  if (joint.kind.slider || (joint.kind.hinge && limited))
    text += fmt::format("<limit lower=\"{}\" upper=\"{}\" effort=\"0\" velocity=\"0\"/>",
                        limited ? joint.forces.lower : 0.0, limited ? joint.forces.upper : 0.0);
  return text + "</joint>\n";
}

}  // namespace

std::string robot_description(const World& world) {
  std::string text = fmt::format("<?xml version=\"1.0\"?>\n<robot name=\"{}\">\n  <link name=\"{}\"/>\n",
                                 escaped_xml(world.scene.name), kWorldFrame);
  for (std::size_t k = 0; k < world.scene.body_names.size(); ++k) text += link_xml(world, k);
  for (const Joint& joint : world.model->joints()) text += joint_xml(world, joint);
  return text + "</robot>\n";
}

}  // namespace grouser
