// SPDX-License-Identifier: BSD-3-Clause
// Writes SDF 1.7. Each joint has a <frame> in its parent, and its child link and the joint itself are posed
// in that frame, so that poses are the description's own numbers and none is a product of several.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "grouser/exchange/rovers/sdf.hpp"
#include "xml_text.hpp"

namespace grouser {
namespace {

/// Ending of the frame where a joint is: links and joints are posed in it.
constexpr const char* kSdfJointFrame = "__at";

/// A <pose> with position in m and roll, pitch and yaw in rad; without relative_to if that is empty.
std::string pose_element(const RigidTransform& X, const std::string& relative_to) {
  const std::string attribute =
      relative_to.empty() ? "" : fmt::format(" relative_to=\"{}\"", escaped_xml(relative_to));
  return fmt::format("<pose{}>{} {}</pose>", attribute, xml_vector(X.p), xml_rpy(X.R));
}

std::string sdf_geometry(const DescribedForm& form) {
  switch (form.kind) {
    case FormKind::box:
      return fmt::format("<box><size>{}</size></box>", xml_vector(form.size));
    case FormKind::sphere:
      return fmt::format("<sphere><radius>{}</radius></sphere>", xml_number(form.radius));
    case FormKind::cylinder:
    case FormKind::capsule: {
      const char* tag = form.kind == FormKind::cylinder ? "cylinder" : "capsule";
      return fmt::format("<{0}><radius>{1}</radius><length>{2}</length></{0}>", tag, xml_number(form.radius),
                         xml_number(form.length));
    }
    case FormKind::mesh:
      break;
  }
  return fmt::format("<mesh><uri>{}</uri><scale>{}</scale></mesh>", escaped_xml(form.file),
                     xml_vector(form.scale));
}

/// A <visual> or <collision>, with a number in its name, since SDF wants names that differ.
std::string sdf_form(const char* tag, int number, const DescribedForm& form) {
  std::string text = fmt::format("      <{} name=\"{}_{}\">\n        {}\n        <geometry>{}</geometry>\n",
                                 tag, tag, number, pose_element(form.pose, ""), sdf_geometry(form));
  if (form.colour) {
    const std::string rgba =
        fmt::format("{} 1", xml_vector({(*form.colour)[0], (*form.colour)[1], (*form.colour)[2]}));
    text += fmt::format("        <material><ambient>{0}</ambient><diffuse>{0}</diffuse></material>\n", rgba);
  }
  return text + fmt::format("      </{}>\n", tag);
}

std::string sdf_link(const RoverDescription& rover, const DescribedLink& link) {
  std::string text = fmt::format("    <link name=\"{}\">\n", escaped_xml(link.name));
  // each link is posed in the frame of its joint, so that no pose is added up from others
  if (const DescribedJoint* joint = rover.inboard(link.name))
    text += fmt::format("      {}\n", pose_element(joint->X_CJ.inverse(), joint->name + kSdfJointFrame));
  const Mat3& i = link.inertia;
  text += fmt::format("      <inertial>\n        <pose>{} 0 0 0</pose>\n        <mass>{}</mass>\n",
                      xml_vector(link.com), xml_number(link.mass));
  text += fmt::format(
      "        "
      "<inertia><ixx>{}</ixx><ixy>{}</ixy><ixz>{}</ixz><iyy>{}</iyy><iyz>{}</iyz><izz>{}</izz></inertia>\n"
      "      </inertial>\n",
      xml_number(i(0, 0)), xml_number(i(0, 1)), xml_number(i(0, 2)), xml_number(i(1, 1)), xml_number(i(1, 2)),
      xml_number(i(2, 2)));
  int number = 0;
  for (const DescribedForm& form : link.visuals) text += sdf_form("visual", ++number, form);
  number = 0;
  for (const DescribedForm& form : link.collisions) text += sdf_form("collision", ++number, form);
  return text + "    </link>\n";
}

/// SDF has no floating joint inside of a model.
bool sdf_knows(const DescribedJoint& joint) { return joint.type != DescribedJointType::floating; }

/// The <axis> of a joint with limits, effort, speed, losses and spring; 1e16 is sdformat's "no limit".
std::string sdf_axis(const DescribedJoint& joint) {
  std::string text =
      fmt::format("      <axis>\n        <xyz>{}</xyz>\n        <limit>", xml_vector(joint.axis));
  const auto add = [&](const char* tag, double value) {
    text += fmt::format("<{0}>{1}</{0}>", tag, xml_number(value));
  };
  add("lower", std::isfinite(joint.lower) ? joint.lower : -1e16);
  add("upper", std::isfinite(joint.upper) ? joint.upper : 1e16);
  if (joint.effort > 0.0) add("effort", joint.effort);
  if (joint.velocity > 0.0) add("velocity", joint.velocity);
  text += "</limit>\n        <dynamics>";
  add("damping", joint.damping);
  add("friction", joint.friction);
  add("spring_reference", joint.rest);
  add("spring_stiffness", joint.stiffness);
  return text + "</dynamics>\n      </axis>\n";
}

/// A <joint>; one that closes a loop is posed in its child, since no frame was made for it.
std::string sdf_joint(const DescribedJoint& joint, bool loop) {
  const bool turns = joint.turns(), slides = joint.type == DescribedJointType::prismatic;
  const bool two = joint.type == DescribedJointType::universal;
  // A continuous joint is a revolute one without limits in SDF.
  const char* word = turns ? "revolute" : kDescribedJointWords[static_cast<int>(joint.type)];
  std::string text = fmt::format(
      "    <joint name=\"{}\" type=\"{}\">\n      {}\n", escaped_xml(joint.name), word,
      loop ? pose_element(joint.X_CJ, joint.child) : pose_element({}, joint.name + kSdfJointFrame));
  text += fmt::format("      <parent>{}</parent>\n      <child>{}</child>\n", escaped_xml(joint.parent),
                      escaped_xml(joint.child));
  if (turns || slides || two) text += sdf_axis(joint);
  if (two)
    text +=
        fmt::format("      <axis2>\n        <xyz>{}</xyz>\n      </axis2>\n", xml_vector(joint.second_axis));
  return text + "    </joint>\n";
}

/// Links and joints of SDF share their names (1.7, "Unique names"): a joint with the name of a link gets
/// another one.
std::map<std::string, std::string> new_joint_names(const RoverDescription& rover) {
  std::set<std::string> taken;
  for (const DescribedLink& link : rover.links) taken.insert(link.name);
  for (const std::vector<DescribedJoint>* list : {&rover.joints, &rover.loops})
    for (const DescribedJoint& joint : *list) taken.insert(joint.name);
  std::map<std::string, std::string> names;
  for (const DescribedJoint& joint : rover.joints) {
    if (!rover.link(joint.name)) continue;
    std::string name = joint.name;
    do name += "_joint";
    while (!taken.insert(name).second);
    names[joint.name] = name;
  }
  return names;
}

}  // namespace

std::string sdf_text(const RoverDescription& original) {
  RoverDescription rover = original;
  const std::map<std::string, std::string> names = new_joint_names(original);
  for (DescribedJoint& joint : rover.joints)
    if (const auto found = names.find(joint.name); found != names.end()) joint.name = found->second;
  std::string text =
      "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<!-- Written by grouser convert. -->\n<sdf "
      "version=\"1.7\">\n";
  text += fmt::format("  <model name=\"{}\">\n", escaped_xml(rover.name));
  for (const DescribedJoint& joint : rover.joints)
    text += fmt::format("    <frame name=\"{}{}\" attached_to=\"{}\">{}</frame>\n", escaped_xml(joint.name),
                        kSdfJointFrame, escaped_xml(joint.parent), pose_element(joint.X_PJ, joint.parent));
  for (const DescribedLink& link : rover.links) text += sdf_link(rover, link);
  for (const DescribedJoint& joint : rover.joints)
    if (sdf_knows(joint)) text += sdf_joint(joint, false);
  for (const DescribedJoint& joint : rover.loops) text += sdf_joint(joint, true);
  return text + "  </model>\n</sdf>\n";
}

std::vector<std::string> lacking_in_sdf(const RoverDescription& rover) {
  std::vector<std::string> lines;
  for (const auto& [name, other] : new_joint_names(rover))
    lines.push_back(fmt::format("names that a link and a joint share: joint '{}' is called {}", name, other));
  for (const DescribedJoint& joint : rover.joints) {
    if (!sdf_knows(joint)) lines.push_back(fmt::format("joint '{}', which floats", joint.name));
    if (joint.mimic)
      lines.push_back(fmt::format("the coupling of joint '{}' to '{}' (SDF 1.7 has no mimic)", joint.name,
                                  joint.mimic->joint));
  }
  return lines;
}

}  // namespace grouser
