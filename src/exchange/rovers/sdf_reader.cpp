// SPDX-License-Identifier: BSD-3-Clause
// Reads one model of SDF 1.4 to 1.12 (sdformat.org/spec). All frames are named in a first pass, because a
// pose may be relative to a frame further down; links and joints are read in a second one. Joints whose
// child has a joint already become loops. Unknown elements are listed as left out; nested models, includes
// and <inertial auto> are refused.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "grouser/base/error.hpp"
#include "grouser/exchange/rovers/sdf.hpp"
#include "left_out.hpp"
#include "sdf_frames.hpp"
#include "xml_numbers.hpp"

namespace grouser {
namespace {

/// Reads a document once; read() may be called once, because it moves its result out.
class SdfReader {
 public:
  explicit SdfReader(const XmlDocument& document)
      : document_(document), frames_(document), left_out_(document) {}
  RoverDescription read();

 private:
  XmlNumbers at(const XmlElement& element) const { return {document_, element}; }
  /// The number inside of a child, or the fallback.
  double value_or(const XmlElement& owner, const char* tag, double fallback) const {
    const XmlElement* child = owner.child(tag);
    return child ? at(*child).inner(1)[0] : fallback;
  }
  /// Three numbers in a child that must be there.
  Vec3 vector_of(const XmlElement& owner, const char* tag) const;
  /// The one name in a child that must be there; names of nested models ("a::b") are refused.
  std::string word_of(const XmlElement& owner, const char* tag) const;
  void read_version();
  const XmlElement& the_model() const;
  /// Adds the frames of all links, joints and <frame>s.
  void collect(const XmlElement& model);
  DescribedLink link_of(const XmlElement& element);
  void read_inertial(const XmlElement& element, DescribedLink& link);
  std::vector<DescribedForm> forms_of(const XmlElement& link, const char* tag);
  std::optional<DescribedForm> form_of(const XmlElement& element);
  DescribedJointType type_of(const XmlElement& element) const;
  void read_joint(const XmlElement& element);
  /// Unit vector of an axis in the joint's frame.
  Vec3 axis_of(const XmlElement& axis, const DescribedJoint& joint, const std::string& frame);
  void read_axis(const XmlElement& axis, DescribedJoint& joint);

  const XmlDocument& document_;
  int minor_ = 0;  // of the version 1.x
  SdfFrames frames_;
  LeftOutElements left_out_;
  RoverDescription rover_;
};

Vec3 SdfReader::vector_of(const XmlElement& owner, const char* tag) const {
  const XmlElement* child = owner.child(tag);
  if (!child)
    at(owner).refuse(fmt::format("{} without <{}>", at(owner).label(), tag),
                     fmt::format("<{}>x y z</{}>", tag, tag));
  const std::vector<double> v = at(*child).inner(3);
  return {v[0], v[1], v[2]};
}

std::string SdfReader::word_of(const XmlElement& owner, const char* tag) const {
  const XmlElement* child = owner.child(tag);
  const std::vector<std::string> words = child ? words_of(child->text) : std::vector<std::string>{};
  if (words.size() != 1)
    at(owner).refuse(fmt::format("{} without a name in <{}>", at(owner).label(), tag), "the name of a link");
  if (words[0].find("::") != std::string::npos)
    at(*child).refuse("the name '" + words[0] + "' of a nested model", "one model without others in it");
  return words[0];
}

void SdfReader::read_version() {
  const std::string version = at(document_.root).word("version");
  const auto number = version.starts_with("1.") ? decimal_number(version.substr(2)) : std::nullopt;
  if (!number || *number < 4 || *number > 12 || version.size() > 4)
    at(document_.root).refuse("SDF version \"" + version + "\"", "version 1.4 to 1.12");
  minor_ = static_cast<int>(*number);
  rover_.format = "SDF " + version;
}

/// The model of the file or of its world.
const XmlElement& SdfReader::the_model() const {
  // A file holds its model at the root, or in its first world.
  const XmlElement* world = document_.root.child("world");
  const XmlElement& holder = world ? *world : document_.root;
  const XmlElement* model = nullptr;
  for (const XmlElement& element : holder.children) {
    if (element.name == "include") at(element).refuse("<include>", "a file with the model itself");
    if (element.name != "model") continue;
    if (model)
      at(element).refuse(fmt::format("a second model, {}", at(element).label()), "a file with one model");
    model = &element;
  }
  if (!model) at(holder).refuse("no <model>", "one <model>");
  return *model;
}

/// Names all frames first: a pose may be relative to one further down.
void SdfReader::collect(const XmlElement& model) {
  for (const XmlElement& element : model.children) {
    if (element.name == "model" || element.name == "include")
      at(element).refuse(fmt::format("<{}> in the model", element.name), "one model without others in it");
    if (element.name == "link")
      frames_.add(at(element).word("name"), element, SdfFrames::kModel);
    else if (element.name == "joint")
      // A joint's pose is relative to its child, unless it names another frame.
      frames_.add(at(element).word("name"), element, word_of(element, "child"));
    else if (element.name == "frame")
      frames_.add(at(element).word("name"), element, at(element).word_or("attached_to", SdfFrames::kModel));
  }
}

/// Defaults of <inertial>: 1 kg and 1 kg m2 (sdformat.org/spec, link/inertial).
void SdfReader::read_inertial(const XmlElement& element, DescribedLink& link) {
  if (const std::string* given = element.attribute("auto"); given && *given != "false" && *given != "0")
    at(element).refuse("<inertial auto>", "mass and inertia as numbers");
  link.mass = value_or(element, "mass", 1.0);
  if (link.mass < 0.0)
    at(element).refuse(fmt::format("a mass of {} kg of link '{}'", link.mass, link.name), "a mass >= 0");
  Mat3 I = Mat3::Identity();
  if (const XmlElement* inertia = element.child("inertia")) {
    const double xy = value_or(*inertia, "ixy", 0.0), xz = value_or(*inertia, "ixz", 0.0);
    const double yz = value_or(*inertia, "iyz", 0.0);
    I << value_or(*inertia, "ixx", 1.0), xy, xz, xy, value_or(*inertia, "iyy", 1.0), yz, xz, yz,
        value_or(*inertia, "izz", 1.0);
  }
  // The inertia is written about the centre of mass in the axes of <pose>; the link's axes are wanted.
  const RigidTransform X = sdf_pose(document_, element);
  link.com = X.p;
  link.inertia = X.R == Mat3::Identity() ? I : Mat3(X.R * I * X.R.transpose());
  link.inertia_place = document_.place(element);
  left_out_.others(element, {"pose", "mass", "inertia"});
}

/// Geometry, pose and colour of a visual or a collision; nothing for a form that is not known.
std::optional<DescribedForm> SdfReader::form_of(const XmlElement& element) {
  const XmlElement* geometry = element.child("geometry");
  if (!geometry || geometry->children.empty())
    at(element).refuse(fmt::format("{} without a form", at(element).label()), "<geometry> with a form");
  const XmlElement& shape = geometry->children.front();
  DescribedForm form{.pose = sdf_pose(document_, element), .place = document_.place(shape)};
  const auto positive = [&](const char* tag) {
    const double value = value_or(shape, tag, 0.0);
    if (!(value > 0.0))
      at(shape).refuse(fmt::format("<{}> with {} = {}", shape.name, tag, value), "a length > 0 m");
    return value;
  };
  if (shape.name == "box") {
    form.size = vector_of(shape, "size");
    if (!(form.size.minCoeff() > 0.0))
      at(shape).refuse("a <box> without three sizes > 0", "<size>x y z</size> in m");
  } else if (shape.name == "sphere") {
    form.kind = FormKind::sphere;
    form.radius = positive("radius");
  } else if (shape.name == "cylinder" || shape.name == "capsule") {
    form.kind = shape.name == "cylinder" ? FormKind::cylinder : FormKind::capsule;
    form.radius = positive("radius"), form.length = positive("length");
  } else if (shape.name == "mesh") {
    form.kind = FormKind::mesh;
    const XmlElement* uri = shape.child("uri");
    if (!uri || uri->text.empty()) at(shape).refuse("<mesh> without <uri>", "<uri>FILE</uri>");
    form.file = uri->text;
    if (shape.child("scale")) form.scale = vector_of(shape, "scale");
  } else {
    left_out_.add(shape, *geometry);
    return {};
  }
  // The diffuse colour is the one that is drawn; SDF writes it with or without alpha.
  const XmlElement* material = element.child("material");
  if (const XmlElement* diffuse = material ? material->child("diffuse") : nullptr) {
    const std::vector<double> rgba = at(*diffuse).inner(words_of(diffuse->text).size() == 3 ? 3 : 4);
    form.colour = {rgba[0], rgba[1], rgba[2]};
  }
  left_out_.others(element, {"pose", "geometry", "material"});
  return form;
}

/// The known forms of a link's children of one tag, "visual" or "collision".
std::vector<DescribedForm> SdfReader::forms_of(const XmlElement& link, const char* tag) {
  std::vector<DescribedForm> forms;
  for (const XmlElement& element : link.children)
    if (element.name == tag)
      if (auto form = form_of(element)) forms.push_back(std::move(*form));
  return forms;
}

DescribedLink SdfReader::link_of(const XmlElement& element) {
  DescribedLink link{.name = at(element).word("name"), .place = document_.place(element)};
  // The defaults of SDF hold for a link without <inertial>.
  link.mass = 1.0, link.inertia = Mat3::Identity();
  if (const XmlElement* inertial = element.child("inertial"))
    read_inertial(*inertial, link);
  else
    rover_.leave_out(fmt::format("link '{}' has no <inertial>: SDF gives it 1 kg and 1 kg m2", link.name));
  link.visuals = forms_of(element, "visual");
  link.collisions = forms_of(element, "collision");
  left_out_.others(element, {"pose", "inertial", "visual", "collision"});
  return link;
}

/// The joint's type. SDF has no floating joint inside a model.
DescribedJointType SdfReader::type_of(const XmlElement& element) const {
  const std::string type = at(element).word("type");
  for (std::size_t i = 0; i < std::size(kDescribedJointWords); ++i)
    if (type == kDescribedJointWords[i] && type != "floating") return static_cast<DescribedJointType>(i);
  at(element).refuse(fmt::format("{} of type \"{}\"", at(element).label(), type),
                     "fixed, revolute, continuous, prismatic, ball or universal");
}

/// The axis in the joint's frame. Up to SDF 1.4 it is written in the model's, up to 1.6 where a flag says so.
Vec3 SdfReader::axis_of(const XmlElement& axis, const DescribedJoint& joint, const std::string& place) {
  const XmlElement* xyz = axis.child("xyz");
  Vec3 a = xyz ? vector_of(axis, "xyz") : Vec3::UnitZ();
  if (!(a.norm() > 1e-6))
    at(axis).refuse(fmt::format("an axis of joint '{}' without length", joint.name), "a direction");
  a.normalize();
  // Frame in which xyz is written: the joint's own, unless the version, a flag or an attribute names
  // another.
  std::string frame = joint.name;
  if (minor_ < 5) frame = SdfFrames::kModel;
  const XmlElement* flag = axis.child("use_parent_model_frame");
  if (flag && (flag->text == "true" || flag->text == "1")) frame = SdfFrames::kModel;
  if (const std::string* named = xyz ? xyz->attribute("expressed_in") : nullptr; named && !named->empty())
    frame = *named;
  if (frame == joint.name) return a;
  return (frames_.X_M(joint.name, place).R.transpose() * frames_.X_M(frame, place).R * a).normalized();
}

/// Axis, limits (rad or m), effort, speed, damping, friction, spring and mimic of a joint's first axis.
void SdfReader::read_axis(const XmlElement& axis, DescribedJoint& joint) {
  constexpr double kUnlimited = 1e12;  // sdformat writes 1e16 where there is no limit
  joint.axis = axis_of(axis, joint, joint.place);
  joint.axis_given = true;
  if (const XmlElement* limit = axis.child("limit")) {
    const double lower = value_or(*limit, "lower", -1e16), upper = value_or(*limit, "upper", 1e16);
    if (lower > -kUnlimited) joint.lower = lower;
    if (upper < kUnlimited) joint.upper = upper;
    if (joint.lower > joint.upper)
      at(*limit).refuse(fmt::format("limits {} .. {} of joint '{}'", lower, upper, joint.name),
                        "lower <= upper");
    // A negative effort or speed means no limit in SDF, as 0 does in the description.
    joint.effort = std::max(0.0, value_or(*limit, "effort", -1.0));
    joint.velocity = std::max(0.0, value_or(*limit, "velocity", -1.0));
  }
  if (const XmlElement* dynamics = axis.child("dynamics")) {
    joint.damping = value_or(*dynamics, "damping", 0.0),
    joint.friction = value_or(*dynamics, "friction", 0.0);
    joint.stiffness = value_or(*dynamics, "spring_stiffness", 0.0);
    joint.rest = value_or(*dynamics, "spring_reference", 0.0);
    if (joint.damping < 0.0 || joint.friction < 0.0 || joint.stiffness < 0.0)
      at(*dynamics).refuse("a number below 0", "damping, friction and spring_stiffness >= 0");
  }
  if (const XmlElement* mimic = axis.child("mimic")) {
    DescribedMimic m{at(*mimic).word("joint"), value_or(*mimic, "multiplier", 1.0),
                     value_or(*mimic, "offset", 0.0)};
    // follower = multiplier (leader - reference) + offset: the reference becomes a part of the offset.
    m.offset -= m.multiplier * value_or(*mimic, "reference", 0.0);
    joint.mimic = m;
  }
  left_out_.others(axis, {"xyz", "limit", "dynamics", "mimic", "use_parent_model_frame"});
}

void SdfReader::read_joint(const XmlElement& element) {
  DescribedJoint joint{.name = at(element).word("name"), .place = document_.place(element)};
  joint.type = type_of(element);
  joint.parent = word_of(element, "parent"), joint.child = word_of(element, "child");
  // A joint to the world would hold the rover in place; it is left out.
  if (joint.parent == "world") {
    rover_.leave_out(fmt::format("joint '{}' holds the model to the world", joint.name));
    return;
  }
  for (const std::string& end : {joint.parent, joint.child})
    if (!frames_.has(end))
      at(element).refuse(fmt::format("joint '{}' with a link '{}' that is not there", joint.name, end),
                         "the name of a <link>");
  // The joint's frame as parent and child see it, both at coordinate zero.
  const RigidTransform& X_MJ = frames_.X_M(joint.name, joint.place);
  joint.X_PJ = frames_.X_M(joint.parent, joint.place).inverse() * X_MJ;
  joint.X_CJ = frames_.X_M(joint.child, joint.place).inverse() * X_MJ;
  if (const XmlElement* axis = element.child("axis")) read_axis(*axis, joint);
  if (const XmlElement* second = element.child("axis2"))
    joint.second_axis = axis_of(*second, joint, joint.place);
  // SDF writes a joint that turns freely as a revolute one without limits.
  if (joint.type == DescribedJointType::revolute && !joint.limited())
    joint.type = DescribedJointType::continuous;
  left_out_.others(element, {"parent", "child", "pose", "axis", "axis2"});
  // The first joint above a link belongs to the tree; each further one closes a loop.
  const bool closes = rover_.inboard(joint.child) != nullptr;
  (closes ? rover_.loops : rover_.joints).push_back(std::move(joint));
}

RoverDescription SdfReader::read() {
  if (document_.root.name != "sdf")
    at(document_.root).refuse(fmt::format("<{}>", document_.root.name), "<sdf>");
  rover_.file = document_.file;
  read_version();
  const XmlElement& model = the_model();
  rover_.name = at(model).word("name");
  collect(model);
  for (const XmlElement& element : model.children)
    if (element.name == "link") rover_.links.push_back(link_of(element));
  if (rover_.links.size() > kMostDescribedParts)
    at(model).refuse(fmt::format("{} links", rover_.links.size()),
                     fmt::format("at most {}", kMostDescribedParts));
  if (rover_.links.empty()) at(model).refuse("no <link>", "at least one link");
  // Resolving every link's pose finds references that are missing or in a circle.
  for (const DescribedLink& link : rover_.links) frames_.X_M(link.name, link.place);
  for (const XmlElement& element : model.children)
    if (element.name == "joint") read_joint(element);
  if (const XmlElement* fixed = model.child("static"); fixed && (fixed->text == "true" || fixed->text == "1"))
    rover_.leave_out("the model is static in its file; here it is free to move");
  left_out_.others(model, {"link", "joint", "frame", "pose", "static"});
  for (const std::string& line : left_out_.lines()) rover_.leave_out(line);
  check_tree(rover_);
  return std::move(rover_);
}

}  // namespace

RoverDescription read_sdf(const XmlDocument& document) { return SdfReader(document).read(); }

}  // namespace grouser
