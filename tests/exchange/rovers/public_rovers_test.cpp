// SPDX-License-Identifier: BSD-3-Clause
// Public rovers: each imports, agrees with urdfdom where that library is there, stands still and drives. The
// files are no part of this project.
#include <fmt/format.h>

#include "catch.hpp"
#include "driven_rover.hpp"
#include "grouser/base/asset_path.hpp"
#include "grouser/exchange/rovers/rover_export.hpp"
#include "grouser/exchange/rovers/urdf.hpp"
#include "grouser/exchange/rovers/xacro.hpp"
#include "rover_texts.hpp"
#include "skip.hpp"
#ifdef GROUSER_URDFDOM
#include <urdf_parser/urdf_parser.h>
#endif

using namespace grouser;
using grouser::test::rover_file;
using grouser::test::vehicle_of;

namespace {

constexpr const char* kExomy = "urdf/exomy/exomy_model.urdf";
constexpr const char* kOsr = "urdf/osr/osr.urdf.xacro";

/// One line of options: ExoMy's file has all; the Open Source Rover's meshes are not there, and its rockers
/// are fixed.
ConvertOptions osr_options() {
  ConvertOptions options;
  options.import.wheel_keys = {{"radius", "0.08"}, {"width", "0.08"}};
  options.import.differential = {"rocker_bogie_joint_L_1", "rocker_bogie_joint_R_1"};
  return options;
}

/// Stands on sand for its first second, then drives a metre in a straight line.
void check_stand_and_drive(const std::filesystem::path& path, const ConvertOptions& options, double speed) {
  const test::ScratchFolder folder("public_drive");
  const ConvertedRover rover = convert_rover(path, RoverFormat::toml, folder.path(), options);
  write_converted(rover, folder / "rover.toml");
  Simulation simulation = test::start_drive(folder, (folder / "rover.toml").string(), speed, 60.0);
  const Vec3 start = test::root_place(simulation);
  while (simulation.time() < 0.9995) REQUIRE(simulation.step() == StepStatus::ok);
  // it was set down and settled: what is left is creep of the sand's friction springs
  CHECK((test::root_place(simulation) - start).norm() < 1e-3);
  while (test::root_place(simulation).x() < start.x() + 1.0 && simulation.time() < 59.0)
    REQUIRE(simulation.step() == StepStatus::ok);
  const Vec3 moved = test::root_place(simulation) - start;
  CHECK(moved.x() >= 1.0);
  CHECK(std::abs(moved.y()) < 0.05);  // a twentieth of the metre, for small differences of the two sides
  CHECK(std::abs(moved.z()) < 0.03);  // it neither digs in nor tips over
  CHECK(simulation.time() < 1.0 + 2.0 / speed);  // slip below a half
}

#ifdef GROUSER_URDFDOM

/// Text of XML that was expanded.
std::string text_of_xml(const XmlElement& element) {
  std::string text = "<" + element.name;
  for (const auto& [name, value] : element.attributes) text += " " + name + "=\"" + value + "\"";
  text += ">" + element.text;
  for (const XmlElement& child : element.children) text += text_of_xml(child);
  return text + "</" + element.name + ">";
}

RigidTransform urdfdom_pose(const urdf::Pose& pose) {
  const auto& q = pose.rotation;
  return {to_matrix(normalised(Quat(q.w, q.x, q.y, q.z))),
          Vec3(pose.position.x, pose.position.y, pose.position.z)};
}

/// Mass and centre of mass below a link, in the link, by urdfdom's tree.
void add_mass(const urdf::Link& link, const RigidTransform& X, double& mass, Vec3& moment) {
  if (link.inertial) {
    mass += link.inertial->mass;
    moment += link.inertial->mass * (X * urdfdom_pose(link.inertial->origin).p);
  }
  for (const auto& joint : link.child_joints)
    add_mass(*std::find_if(link.child_links.begin(), link.child_links.end(),
                           [&](const auto& child) { return child->name == joint->child_link_name; })
                  ->get(),
             X * urdfdom_pose(joint->parent_to_joint_origin_transform), mass, moment);
}

/// Our description against urdfdom's model of the same text.
void check_against_urdfdom(const RoverDescription& ours, const std::string& text) {
  const urdf::ModelInterfaceSharedPtr theirs = urdf::parseURDF(text);
  REQUIRE(theirs);
  CHECK(ours.links.size() == theirs->links_.size());
  CHECK(ours.joints.size() == theirs->joints_.size());
  CHECK(ours.root() == theirs->getRoot()->name);
  for (const DescribedJoint& joint : ours.joints) {
    CAPTURE(joint.name);
    REQUIRE(theirs->joints_.contains(joint.name));
    const urdf::Joint& other = *theirs->joints_.at(joint.name);
    CHECK(joint.parent == other.parent_link_name);
    CHECK(joint.child == other.child_link_name);
    // urdfdom turns by quaternions of its own sine and cosine: a few roundings
    CHECK((joint.X_PJ.R - urdfdom_pose(other.parent_to_joint_origin_transform).R).norm() < 1e-14);
    CHECK(joint.X_PJ.p == urdfdom_pose(other.parent_to_joint_origin_transform).p);
  }
  double mass = 0.0, our_mass = 0.0;
  Vec3 moment = Vec3::Zero(), our_moment = Vec3::Zero();
  add_mass(*theirs->getRoot(), {}, mass, moment);
  for (const DescribedLink& link : ours.links) {
    our_mass += link.mass;
    our_moment += link.mass * (ours.X_RL(link.name) * link.com);
  }
  CHECK(our_mass == Approx(mass).epsilon(1e-14));
  CHECK((our_moment / our_mass - moment / mass).norm() < 1e-14);
}

#endif

/// Mass and centre of mass of a vehicle in its root, all coordinates at zero.
std::pair<double, Vec3> mass_of_vehicle(const VehicleSpec& vehicle) {
  const RoverDescription rover = describe_vehicle(vehicle);
  Vec3 moment = Vec3::Zero();
  for (const DescribedLink& link : rover.links) moment += link.mass * (rover.X_RL(link.name) * link.com);
  return {rover.total_mass(), moment / rover.total_mass()};
}

/// An import changes frames, not masses and their places.
void check_import_keeps_mass(const std::filesystem::path& path, const ConvertOptions& options,
                             const std::string& root) {
  const test::ScratchFolder folder("public_mass");
  const RoverDescription rover = load_rover_description(path, options);
  const VehicleSpec vehicle = vehicle_of(convert_rover(path, RoverFormat::toml, folder.path(), options).text);
  CHECK(vehicle.root == root);
  const auto [mass, center] = mass_of_vehicle(vehicle);
  Vec3 moment = Vec3::Zero();
  for (const DescribedLink& link : rover.links) moment += link.mass * (rover.X_RL(link.name) * link.com);
  const Vec3 before = rover.X_RL(root).inverse() * Vec3(moment / rover.total_mass());
  CHECK(mass == Approx(rover.total_mass()).epsilon(1e-14));
  CHECK((center - before).norm() < 1e-12);  // frames of twenty links, each turned and written in degrees
  for (const JointSpec& joint : vehicle.joints) CHECK(rover.joint(joint.name));
}

}  // namespace

TEST_CASE("ExoMy imports with its mass where urdfdom has it", "[exchange][rover][public]") {
  GROUSER_NEED_REFERENCE(kExomy, path);
  check_import_keeps_mass(path, {}, "base_link");
#ifdef GROUSER_URDFDOM
  check_against_urdfdom(load_rover_description(path, {}), read_text_file(path));
#endif
}

TEST_CASE("ExoMy stands still and drives a metre on LETE sand", "[exchange][rover][public]") {
  GROUSER_NEED_REFERENCE(kExomy, path);
  check_stand_and_drive(path, {}, 0.05);
}

TEST_CASE("the SDF beside ExoMy is refused with the line of its pose of five numbers",
          "[exchange][rover][public]") {
  GROUSER_NEED_REFERENCE("urdf/exomy/model.sdf", path);
  // libsdformat 12 refuses it for the same reason
  CHECK_THAT(test::refused([&] { load_rover_description(path, {}); }),
             Catch::Matchers::ContainsSubstring("model.sdf:") &&
                 Catch::Matchers::ContainsSubstring("6 finite numbers"));
}

TEST_CASE("the Open Source Rover imports with its mass where urdfdom has it", "[exchange][rover][public]") {
  GROUSER_NEED_REFERENCE(kOsr, path);
  check_import_keeps_mass(path, osr_options(), "base_link");
#ifdef GROUSER_URDFDOM
  const XmlDocument expanded = expand_xacro(load_xml(path.string()), RoverFiles(path, {}, {}), {});
  check_against_urdfdom(read_urdf(expanded), text_of_xml(expanded.root));
#endif
}

TEST_CASE("the Open Source Rover stands still and drives a metre on LETE sand", "[exchange][rover][public]") {
  GROUSER_NEED_REFERENCE(kOsr, path);
  check_stand_and_drive(path, osr_options(), 0.05);
}

TEST_CASE("our own rovers stand still and drive a metre on LETE sand", "[exchange][rover]") {
  ConvertOptions six, arms;
  six.import.differential = {"left_rocker_joint", "right_rocker_joint"};
  check_stand_and_drive(rover_file("six_wheels.urdf.xacro"), six, 0.1);
  check_stand_and_drive(rover_file("differential_bar.sdf"), {}, 0.1);
  arms.import.differential = {"left_arm_joint", "right_arm_joint"};
  check_stand_and_drive(rover_file("fixed_arms.urdf"), arms, 0.1);
}

#ifdef GROUSER_URDFDOM
TEST_CASE("urdfdom reads the URDF of every shipped rover with the same masses and poses",
          "[exchange][rover]") {
  const test::ScratchFolder folder("urdfdom");
  for (const std::string& id : asset_ids("rovers")) {
    CAPTURE(id);
    const std::string text =
        convert_rover(resolve_asset(id, "rovers"), RoverFormat::urdf, folder.path(), {}).text;
    check_against_urdfdom(read_urdf(parse_xml(text, "r.urdf")), text);
  }
}
#endif
