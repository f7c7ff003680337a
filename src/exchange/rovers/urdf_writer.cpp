// SPDX-License-Identifier: BSD-3-Clause
// Writes URDF 1.0, or 1.1 if a capsule needs it. The whole vehicle is in the <grouser> element; the elements
// around it are for other programs, so that a joint that URDF lacks is written as the nearest one it knows.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "carried_document.hpp"
#include "grouser/exchange/rovers/urdf.hpp"
#include "xml_text.hpp"

namespace grouser {
namespace {

/// A limit in the place of none, where URDF wants both, rad or m.
constexpr double kNoLimit = 1e9;

std::string origin_element(const RigidTransform& X) {
  return fmt::format("<origin xyz=\"{}\" rpy=\"{}\"/>", xml_vector(X.p), xml_rpy(X.R));
}

std::string geometry_element(const DescribedForm& form) {
  switch (form.kind) {
    case FormKind::box:
      return fmt::format("<box size=\"{}\"/>", xml_vector(form.size));
    case FormKind::cylinder:
      return fmt::format("<cylinder radius=\"{}\" length=\"{}\"/>", xml_number(form.radius),
                         xml_number(form.length));
    case FormKind::sphere:
      return fmt::format("<sphere radius=\"{}\"/>", xml_number(form.radius));
    case FormKind::capsule:
      return fmt::format("<capsule radius=\"{}\" length=\"{}\"/>", xml_number(form.radius),
                         xml_number(form.length));
    case FormKind::mesh:
      break;
  }
  return fmt::format("<mesh filename=\"{}\" scale=\"{}\"/>", escaped_xml(form.file), xml_vector(form.scale));
}

/// A <visual> or <collision> with pose, geometry and, if it has one, colour.
std::string form_element(const char* tag, const DescribedForm& form) {
  std::string text = fmt::format("    <{}>\n      {}\n      <geometry>{}</geometry>\n", tag,
                                 origin_element(form.pose), geometry_element(form));
  if (form.colour) {
    const auto& c = *form.colour;
    text += fmt::format("      <material name=\"\"><color rgba=\"{} {} {} 1\"/></material>\n",
                        xml_number(c[0]), xml_number(c[1]), xml_number(c[2]));
  }
  return text + fmt::format("    </{}>\n", tag);
}

/// A <link>; without mass it has no <inertial>.
std::string link_element(const DescribedLink& link) {
  std::string text = fmt::format("  <link name=\"{}\">\n", escaped_xml(link.name));
  if (link.mass > 0.0) {
    const Mat3& i = link.inertia;
    text +=
        fmt::format("    <inertial>\n      <origin xyz=\"{}\" rpy=\"0 0 0\"/>\n      <mass value=\"{}\"/>\n",
                    xml_vector(link.com), xml_number(link.mass));
    text += fmt::format(
        "      <inertia ixx=\"{}\" ixy=\"{}\" ixz=\"{}\" iyy=\"{}\" iyz=\"{}\" izz=\"{}\"/>\n    "
        "</inertial>\n",
        xml_number(i(0, 0)), xml_number(i(0, 1)), xml_number(i(0, 2)), xml_number(i(1, 1)),
        xml_number(i(1, 2)), xml_number(i(2, 2)));
  }
  for (const DescribedForm& form : link.visuals) text += form_element("visual", form);
  for (const DescribedForm& form : link.collisions) text += form_element("collision", form);
  return text + "  </link>\n";
}

/// The word of a type; what URDF does not know is `floating`.
const char* urdf_word(DescribedJointType type) {
  const bool known = type != DescribedJointType::ball && type != DescribedJointType::universal;
  return kDescribedJointWords[static_cast<int>(known ? type : DescribedJointType::floating)];
}

/// The <limit> that URDF requires of revolute and prismatic joints; else one only for effort or speed.
std::string limit_element(const DescribedJoint& joint) {
  const bool bounded =
      joint.type == DescribedJointType::revolute || joint.type == DescribedJointType::prismatic;
  if (!bounded && joint.effort == 0.0 && joint.velocity == 0.0) return {};
  std::string text = "    <limit";
  if (bounded)
    text += fmt::format(" lower=\"{}\" upper=\"{}\"", xml_number(std::max(joint.lower, -kNoLimit)),
                        xml_number(std::min(joint.upper, kNoLimit)));
  return text + fmt::format(" effort=\"{}\" velocity=\"{}\"/>\n", xml_number(joint.effort),
                            xml_number(joint.velocity));
}

/// A <joint> with frames, axis, limits, losses and mimic. URDF has no springs.
std::string joint_element(const DescribedJoint& joint) {
  std::string text = fmt::format("  <joint name=\"{}\" type=\"{}\">\n    {}\n", escaped_xml(joint.name),
                                 urdf_word(joint.type), origin_element(joint.X_PJ));
  text += fmt::format("    <parent link=\"{}\"/>\n    <child link=\"{}\"/>\n", escaped_xml(joint.parent),
                      escaped_xml(joint.child));
  if (joint.turns() || joint.type == DescribedJointType::prismatic) {
    text += fmt::format("    <axis xyz=\"{}\"/>\n", xml_vector(joint.axis)) + limit_element(joint);
    if (joint.damping > 0.0 || joint.friction > 0.0)
      text += fmt::format("    <dynamics damping=\"{}\" friction=\"{}\"/>\n", xml_number(joint.damping),
                          xml_number(joint.friction));
  }
  if (joint.mimic)
    text += fmt::format("    <mimic joint=\"{}\" multiplier=\"{}\" offset=\"{}\"/>\n",
                        escaped_xml(joint.mimic->joint), xml_number(joint.mimic->multiplier),
                        xml_number(joint.mimic->offset));
  return text + "  </joint>\n";
}

/// Whether any form is a capsule, which URDF knows since version 1.1.
bool has_capsule(const RoverDescription& rover) {
  const auto is_capsule = [](const DescribedForm& form) { return form.kind == FormKind::capsule; };
  return std::ranges::any_of(rover.links, [&](const DescribedLink& link) {
    return std::ranges::any_of(link.visuals, is_capsule) || std::ranges::any_of(link.collisions, is_capsule);
  });
}

}  // namespace

std::string urdf_text(const RoverDescription& rover, const std::string& carried) {
  std::string text = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<!-- Written by grouser convert. -->\n";
  text += fmt::format("<robot name=\"{}\"{}>\n", escaped_xml(rover.name),
                      has_capsule(rover) ? " version=\"1.1\"" : "");
  for (const DescribedLink& link : rover.links) text += link_element(link);
  for (const DescribedJoint& joint : rover.joints) text += joint_element(joint);
  if (!carried.empty()) text += carried_element(carried);
  return text + "</robot>\n";
}

std::vector<std::string> lacking_in_urdf(const RoverDescription& rover) {
  std::vector<std::string> lines;
  for (const DescribedJoint& joint : rover.joints) {
    if (joint.type == DescribedJointType::ball || joint.type == DescribedJointType::universal)
      // Both limits must be numbers in URDF.
      lines.push_back(fmt::format("joint '{}' is {} and is written as floating", joint.name,
                                  kDescribedJointWords[static_cast<int>(joint.type)]));
    if (joint.type != DescribedJointType::continuous &&
        std::isfinite(joint.lower) != std::isfinite(joint.upper))
      lines.push_back(
          fmt::format("joint '{}' has one limit: the other is written as {:g}", joint.name, kNoLimit));
    if (joint.stiffness > 0.0) lines.push_back(fmt::format("the spring of joint '{}'", joint.name));
  }
  for (const DescribedJoint& loop : rover.loops)
    lines.push_back(fmt::format("joint '{}', which closes a loop", loop.name));
  return lines;
}

}  // namespace grouser
