// SPDX-License-Identifier: BSD-3-Clause
// Reads URDF 1.0 to 1.2. Materials come first, because links name them before or
// after their definition. Unknown elements are listed as left out; missing masses, limits and names are
// refused. Joints keep the file's frames: X_PJ from <origin>, the child's frame at the joint.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "carried_document.hpp"
#include "grouser/base/error.hpp"
#include "grouser/exchange/rovers/urdf.hpp"
#include "left_out.hpp"
#include "xml_numbers.hpp"

namespace grouser {
namespace {

using Colour = std::array<double, 3>;

/// Reads a document once; read() may be called once, because it moves its result out.
class UrdfReader {
 public:
  explicit UrdfReader(const XmlDocument& document) : document_(document), left_out_(document) {}
  RoverDescription read();

 private:
  XmlNumbers at(const XmlElement& element) const { return {document_, element}; }
  void read_version();
  void read_materials();
  void read_part(const XmlElement& element);
  void read_actuated(const XmlElement& element);
  /// Pose in <origin>: xyz in m with rpy in rad, or quat_xyzw since 1.1; the identity without one.
  RigidTransform origin_of(const XmlElement& owner) const;
  DescribedLink link_of(const XmlElement& element);
  /// Mass, centre of mass, and inertia about it in the link's axes.
  void read_inertial(const XmlElement& element, DescribedLink& link);
  /// Geometry, pose and colour of a visual or collision.
  DescribedForm form_of(const XmlElement& element);
  /// Colour of an element's material, its own or a named one; nothing without.
  std::optional<Colour> colour_of(const XmlElement& owner);
  DescribedJoint joint_of(const XmlElement& element);
  void read_axis_and_limits(const XmlElement& element, DescribedJoint& joint);
  /// Damping, friction and mimic.
  void read_motion(const XmlElement& element, DescribedJoint& joint);

  const XmlDocument& document_;
  int minor_ = 0;  // of the version 1.x
  std::map<std::string, Colour> materials_;
  LeftOutElements left_out_;
  RoverDescription rover_;
};

void UrdfReader::read_version() {
  const std::string version = at(document_.root).word_or("version", "1.0");
  for (const char* known : {"1.0", "1.1", "1.2"})
    if (version == known) {
      minor_ = known[2] - '0';
      rover_.format = "URDF " + version;
      return;
    }
  at(document_.root).refuse("URDF version \"" + version + "\"", "version 1.0, 1.1 or 1.2");
}

/// Materials may be named in a link before the file gives their colour.
void UrdfReader::read_materials() {
  for (const XmlElement& element : document_.root.children)
    if (element.name == "material")
      if (const XmlElement* color = element.child("color")) {
        const std::vector<double> rgba = at(*color).numbers("rgba", 4);
        materials_[at(element).word("name")] = {rgba[0], rgba[1], rgba[2]};
      }
}

RigidTransform UrdfReader::origin_of(const XmlElement& owner) const {
  const XmlElement* origin = owner.child("origin");
  if (!origin) return {};
  const XmlNumbers numbers = at(*origin);
  RigidTransform X;
  X.p = numbers.vector_or("xyz", Vec3::Zero());
  if (origin->attribute("quat_xyzw")) {
    if (minor_ < 1) numbers.refuse("quat_xyzw in URDF 1.0", "<robot version=\"1.1\"> or rpy");
    if (origin->attribute("rpy")) numbers.refuse("both rpy and quat_xyzw", "one of them");
    X.R = rotation_of_xyzw(numbers.numbers("quat_xyzw", 4), numbers.place());
  } else {
    const Vec3 rpy = numbers.vector_or("rpy", Vec3::Zero());
    X.R = rotation_from_rpy(rpy.x(), rpy.y(), rpy.z());
  }
  return X;
}

void UrdfReader::read_inertial(const XmlElement& element, DescribedLink& link) {
  const XmlElement* mass = element.child("mass");
  const XmlElement* inertia = element.child("inertia");
  if (!mass) at(element).refuse("<inertial> without <mass>", "<mass value=\"...\"/>");
  if (!inertia) at(element).refuse("<inertial> without <inertia>", "<inertia ixx=\"...\" .../>");
  link.mass = at(*mass).number("value");
  if (link.mass < 0.0)
    at(*mass).refuse(fmt::format("a mass of {} kg of link '{}'", link.mass, link.name), "a mass >= 0");
  const XmlNumbers i = at(*inertia);
  Mat3 I;
  const double xx = i.number("ixx"), yy = i.number("iyy"), zz = i.number("izz");
  const double xy = i.number_or("ixy", 0.0), xz = i.number_or("ixz", 0.0), yz = i.number_or("iyz", 0.0);
  I << xx, xy, xz, xy, yy, yz, xz, yz, zz;
  // The inertia is written in the axes of <origin>; the link's axes are wanted.
  const RigidTransform X = origin_of(element);
  link.com = X.p;
  link.inertia = X.R == Mat3::Identity() ? I : Mat3(X.R * I * X.R.transpose());
  link.inertia_place = i.place();
  left_out_.others(element, {"origin", "mass", "inertia"});
}

std::optional<Colour> UrdfReader::colour_of(const XmlElement& owner) {
  const XmlElement* material = owner.child("material");
  if (!material) return {};
  if (const XmlElement* color = material->child("color")) {
    const std::vector<double> rgba = at(*color).numbers("rgba", 4);
    return Colour{rgba[0], rgba[1], rgba[2]};
  }
  left_out_.others(*material, {"color"});
  const std::string* name = material->attribute("name");
  const auto known = name ? materials_.find(*name) : materials_.end();
  return known == materials_.end() ? std::nullopt : std::optional(known->second);
}

DescribedForm UrdfReader::form_of(const XmlElement& element) {
  left_out_.others(element, {"origin", "geometry", "material"});
  const XmlElement* geometry = element.child("geometry");
  if (!geometry || geometry->children.empty())
    at(element).refuse(fmt::format("<{}> without a form", element.name),
                       "<geometry> with a box, cylinder, sphere, capsule or mesh");
  const XmlElement& shape = geometry->children.front();
  const XmlNumbers numbers = at(shape);
  DescribedForm form{.pose = origin_of(element), .colour = colour_of(element), .place = numbers.place()};
  const auto positive = [&](const char* attribute) {
    const double value = numbers.number(attribute);
    if (!(value > 0.0)) numbers.refuse(fmt::format("{} = {}", attribute, value), "a length > 0 m");
    return value;
  };
  if (shape.name == "box") {
    form.size = numbers.vector_or("size", Vec3::Zero());
    if (!(form.size.minCoeff() > 0.0))
      numbers.refuse("a <box> without three sizes > 0", "size=\"x y z\" in m");
  } else if (shape.name == "sphere") {
    form.kind = FormKind::sphere;
    form.radius = positive("radius");
  } else if (shape.name == "cylinder" || shape.name == "capsule") {
    form.kind = shape.name == "cylinder" ? FormKind::cylinder : FormKind::capsule;
    if (form.kind == FormKind::capsule && minor_ < 1)
      numbers.refuse("a <capsule> in URDF 1.0", "<robot version=\"1.1\">");
    form.radius = positive("radius");
    form.length = positive("length");
  } else if (shape.name == "mesh") {
    form.kind = FormKind::mesh;
    form.file = numbers.word("filename");
    form.scale = numbers.vector_or("scale", Vec3::Ones());
  } else {
    numbers.refuse(fmt::format("<{}> in <geometry>", shape.name), "a box, cylinder, sphere, capsule or mesh");
  }
  return form;
}

DescribedLink UrdfReader::link_of(const XmlElement& element) {
  DescribedLink link{.name = at(element).word("name"), .place = document_.place(element)};
  for (const XmlElement& part : element.children) {
    if (part.name == "inertial") read_inertial(part, link);
    if (part.name == "visual") link.visuals.push_back(form_of(part));
    if (part.name == "collision") link.collisions.push_back(form_of(part));
  }
  left_out_.others(element, {"inertial", "visual", "collision"});
  return link;
}

void UrdfReader::read_axis_and_limits(const XmlElement& element, DescribedJoint& joint) {
  if (const XmlElement* axis = element.child("axis")) {
    const Vec3 a = at(*axis).vector_or("xyz", Vec3::UnitX());
    joint.axis_given = true;
    // An axis without length is allowed for joints that have no axis.
    if (a.norm() > 1e-6)
      joint.axis = a.normalized();
    else if (joint.type != DescribedJointType::fixed && joint.type != DescribedJointType::floating)
      at(*axis).refuse(fmt::format("an axis of joint '{}' without length", joint.name),
                       "a direction, as \"0 1 0\"");
    else
      joint.axis_given = false;
  }
  const XmlElement* limit = element.child("limit");
  // A revolute or a prismatic joint must have limits in URDF.
  const bool bounded =
      joint.type == DescribedJointType::revolute || joint.type == DescribedJointType::prismatic;
  if (!limit) {
    if (bounded)
      at(element).refuse(fmt::format("{} joint '{}' without <limit>",
                                     kDescribedJointWords[static_cast<int>(joint.type)], joint.name),
                         "<limit lower=\"...\" upper=\"...\" .../>, or type=\"continuous\"");
    return;
  }
  const XmlNumbers numbers = at(*limit);
  joint.effort = std::max(0.0, numbers.number_or("effort", 0.0));
  joint.velocity = std::max(0.0, numbers.number_or("velocity", 0.0));
  const double lower = numbers.number_or("lower", 0.0), upper = numbers.number_or("upper", 0.0);
  // A fixed joint keeps its limits for an option that makes it turn; those of a continuous joint mean
  // nothing.
  if (bounded || joint.type == DescribedJointType::fixed) joint.lower = lower, joint.upper = upper;
  if (bounded && lower > upper)
    numbers.refuse(fmt::format("limits {} .. {} of joint '{}'", lower, upper, joint.name), "lower <= upper");
}

void UrdfReader::read_motion(const XmlElement& element, DescribedJoint& joint) {
  if (const XmlElement* dynamics = element.child("dynamics")) {
    joint.damping = at(*dynamics).number_or("damping", 0.0);
    joint.friction = at(*dynamics).number_or("friction", 0.0);
    if (joint.damping < 0.0 || joint.friction < 0.0)
      at(*dynamics).refuse(fmt::format("damping {} and friction {}", joint.damping, joint.friction),
                           "numbers >= 0");
  }
  if (const XmlElement* mimic = element.child("mimic"))
    joint.mimic = DescribedMimic{at(*mimic).word("joint"), at(*mimic).number_or("multiplier", 1.0),
                                 at(*mimic).number_or("offset", 0.0)};
}

DescribedJoint UrdfReader::joint_of(const XmlElement& element) {
  DescribedJoint joint{.name = at(element).word("name"), .place = document_.place(element)};
  const std::string type = at(element).word("type");
  // The last two words, ball and universal, are SDF's.
  const auto word = std::find_if(std::begin(kDescribedJointWords), std::end(kDescribedJointWords) - 2,
                                 [&](const char* known) { return type == known; });
  if (word == std::end(kDescribedJointWords) - 2)
    at(element).refuse(fmt::format("joint '{}' of type \"{}\"", joint.name, type),
                       "fixed, revolute, continuous, prismatic or floating");
  joint.type = static_cast<DescribedJointType>(word - std::begin(kDescribedJointWords));
  for (const auto& [tag, end] : {std::pair{"parent", &joint.parent}, std::pair{"child", &joint.child}}) {
    const XmlElement* named = element.child(tag);
    if (!named)
      at(element).refuse(fmt::format("joint '{}' without <{}>", joint.name, tag),
                         fmt::format("<{} link=\"...\"/>", tag));
    *end = at(*named).word("link");
  }
  joint.X_PJ = origin_of(element);
  read_axis_and_limits(element, joint);
  read_motion(element, joint);
  left_out_.others(element, {"origin", "parent", "child", "axis", "limit", "dynamics", "mimic"});
  return joint;
}

/// Names of joints that something moves.
void UrdfReader::read_actuated(const XmlElement& element) {
  for (const XmlElement& joint : element.children)
    if (const std::string* name = joint.attribute("name"); joint.name == "joint" && name)
      if (element.name == "transmission" || joint.child("command_interface"))
        rover_.actuated.push_back(*name);
}

void UrdfReader::read_part(const XmlElement& element) {
  if (element.name == "link") {
    rover_.links.push_back(link_of(element));
  } else if (element.name == "joint") {
    rover_.joints.push_back(joint_of(element));
  } else if (element.name == "grouser") {
    if (rover_.carried) at(element).refuse("a second <grouser>", "one at most");
    rover_.carried = carried_in(document_, element);
  } else if (element.name != "material") {
    if (element.name == "transmission" || element.name == "ros2_control") read_actuated(element);
    left_out_.add(element, document_.root);
  }
}

RoverDescription UrdfReader::read() {
  const XmlElement& root = document_.root;
  if (root.name != "robot")
    at(root).refuse(fmt::format("<{}>", root.name), "<robot>, the root of a URDF file");
  rover_.file = document_.file;
  rover_.name = at(root).word("name");
  read_version();
  read_materials();
  for (const XmlElement& element : root.children) read_part(element);
  if (rover_.links.empty()) at(root).refuse("no <link>", "at least one link");
  for (const std::string& line : left_out_.lines()) rover_.leave_out(line);
  check_tree(rover_);
  return std::move(rover_);
}

}  // namespace

RoverDescription read_urdf(const XmlDocument& document) { return UrdfReader(document).read(); }

}  // namespace grouser
