// SPDX-License-Identifier: BSD-3-Clause
// URDF as text to a description and back, of every version, and what is refused.
#include "grouser/exchange/rovers/urdf.hpp"

#include <fmt/format.h>

#include "catch.hpp"
#include "rover_texts.hpp"

using namespace grouser;
using Catch::Matchers::ContainsSubstring;
using grouser::test::refused;

namespace {

RoverDescription links_of(const std::string& inside, const std::string& attributes = "name='r'") {
  return read_urdf(parse_xml("<robot " + attributes + ">\n" + inside + "\n</robot>", "r.urdf"));
}

constexpr const char* kTwoLinks =
    "<link name='a'><inertial><origin xyz='1 2 3'/><mass value='2'/>"
    "<inertia ixx='1' iyy='2' izz='2.5' ixy='0.1'/></inertial></link>\n<link name='b'/>\n";

std::string urdf_joint(const std::string& type, const std::string& inside) {
  return kTwoLinks +
         fmt::format("<joint name='j' type='{}'><parent link='a'/><child link='b'/>{}</joint>", type, inside);
}

}  // namespace

TEST_CASE("links, joints and forms are read with their numbers and lines", "[exchange][urdf]") {
  const RoverDescription rover = links_of(
      "<material name='red'><color rgba='1 0 0 1'/></material>\n" +
      urdf_joint(
          "revolute",
          "<origin xyz='1 0 0' rpy='0 0 1.5'/><axis xyz='0 3 4'/>"
          "<limit lower='-1' upper='2' effort='5' velocity='6'/><dynamics damping='0.1' friction='0.2'/>") +
      "<link name='c'><visual><geometry><cylinder radius='0.2' length='0.3'/></geometry><material "
      "name='red'/></visual>"
      "<collision><origin xyz='0 0 1'/><geometry><mesh filename='m.stl' scale='1 2 "
      "3'/></geometry></collision></link>"
      "<joint name='k' type='fixed'><parent link='b'/><child link='c'/></joint><gazebo/><gazebo/>");
  CHECK(rover.format == "URDF 1.0");
  REQUIRE(rover.links.size() == 3);
  CHECK(rover.links[0].place == "r.urdf:3");
  CHECK(rover.links[0].com == Vec3(1, 2, 3));
  CHECK(rover.links[0].inertia(0, 1) == 0.1);
  CHECK(rover.links[1].mass == 0.0);
  const DescribedJoint& j = rover.joints[0];
  CHECK(j.type == DescribedJointType::revolute);
  CHECK((j.axis - Vec3(0, 0.6, 0.8)).norm() < 1e-15);  // a rounding of the unit vector
  CHECK(j.lower == -1.0);
  CHECK(j.effort == 5.0);
  CHECK(j.friction == 0.2);
  CHECK(j.X_PJ.R(1, 0) == Approx(std::sin(1.5)).epsilon(1e-15));
  const DescribedForm& look = rover.links[2].visuals[0];
  CHECK(look.kind == FormKind::cylinder);
  CHECK(*look.colour == std::array{1.0, 0.0, 0.0});
  CHECK(rover.links[2].collisions[0].scale == Vec3(1, 2, 3));
  CHECK(rover.left_out == std::vector<std::string>{"<gazebo> in <robot>, 2 times, first at r.urdf:5"});
  CHECK(rover.root() == "a");
  CHECK(rover.X_RL("c").p == Vec3(1, 0, 0));
}

TEST_CASE("an inertia is turned with its origin", "[exchange][urdf]") {
  const auto of = [](const char* rpy) {
    return links_of(fmt::format("<link name='a'><inertial><origin rpy='{}'/><mass value='1'/>"
                                "<inertia ixx='1' iyy='2' izz='2.5'/></inertial></link>",
                                rpy))
        .links[0]
        .inertia;
  };
  // about z by 90 deg: x and y change places; by 45 deg: the mean, and half the difference beside the
  // diagonal
  CHECK((of("0 0 1.5707963267948966") - Mat3(Vec3(2, 1, 2.5).asDiagonal())).norm() < 1e-15);
  Mat3 half;
  half << 1.5, -0.5, 0, -0.5, 1.5, 0, 0, 0, 2.5;
  CHECK((of("0 0 0.7853981633974483") - half).norm() < 1e-15);
}

TEST_CASE("continuous joints ignore limits, and quaternions and capsules come with version 1.1",
          "[exchange][urdf]") {
  const auto continuous =
      links_of(urdf_joint("continuous", "<limit lower='0' upper='0' effort='1' velocity='1'/>"));
  CHECK_FALSE(continuous.joints[0].limited());
  CHECK(continuous.joints[0].axis == Vec3::UnitX());  // the default of the format
  const std::string quaternion = "<origin quat_xyzw='0 0 0.7071067811865476 0.7071067811865476'/>";
  const auto turned = links_of(urdf_joint("fixed", quaternion), "name='r' version='1.1'");
  CHECK((turned.joints[0].X_PJ.R - rotation_from_rpy(0, 0, 1.5707963267948966)).norm() < 1e-15);
  const std::string capsule =
      "<link name='a'><collision><geometry><capsule radius='0.1' "
      "length='0.5'/></geometry></collision></link>";
  CHECK(links_of(capsule, "name='r' version='1.2'").links[0].collisions[0].kind == FormKind::capsule);
  CHECK_THAT(refused([&] { links_of(urdf_joint("fixed", quaternion)); }),
             ContainsSubstring("version=\"1.1\""));
  CHECK_THAT(refused([&] { links_of(capsule); }), ContainsSubstring("version=\"1.1\""));
}

TEST_CASE("what is no URDF is refused with its line", "[exchange][urdf]") {
  const std::pair<std::string, const char*> kBad[] = {
      {"<link name='a'/><link name='a'/>", "second link 'a'"},
      {"<link name='a'/><link name='b'/>", "no joint connects"},
      {"<link/>", "without name"},
      {"", "no <link>"},
      {urdf_joint("revolute", ""), "without <limit>"},
      {urdf_joint("planar", ""), "type \"planar\""},
      {urdf_joint("continuous", "<axis xyz='0 0 0'/>"), "without length"},
      {urdf_joint("continuous", "<axis xyz='0 1'/>"), "3 finite numbers"},
      {urdf_joint("continuous", "<origin xyz='0 nan 1'/>"), "3 finite numbers"},
      {urdf_joint("continuous", "<mimic joint='x'/>"), "mimics 'x'"},
      {urdf_joint("revolute", "<limit lower='1' upper='0'/>"), "lower <= upper"},
      {"<link name='a'><inertial><mass value='-1'/><inertia ixx='1' iyy='1' izz='1'/></inertial></link>",
       "mass of -1"},
      {"<link name='a'><inertial><mass value='0x10'/><inertia ixx='1' iyy='1' izz='1'/></inertial></link>",
       "finite number"},
      {"<link name='a'><visual><geometry><cone/></geometry></visual></link>", "<cone>"},
      {"<link name='a'><visual><geometry><sphere radius='0'/></geometry></visual></link>", "> 0"},
      {kTwoLinks + std::string("<joint name='j' type='fixed'><parent link='a'/><child link='b'/></joint>"
                               "<joint name='k' type='fixed'><parent link='b'/><child link='a'/></joint>"),
       "circle"},
      {urdf_joint("fixed", "") + "<joint name='k' type='fixed'><parent link='a'/><child link='b'/></joint>",
       "below two joints"}};
  for (const auto& [text, words] : kBad) {
    CAPTURE(text);
    CHECK_THAT(refused([&] { links_of(text); }), ContainsSubstring("r.urdf") && ContainsSubstring(words));
  }
  CHECK_THAT(refused([] { links_of("<link name='a'/>", "name='r' version='2.0'"); }),
             ContainsSubstring("1.0, 1.1 or 1.2"));
}

TEST_CASE("a description written as URDF is read back to the same bits, angles to a rounding",
          "[exchange][urdf]") {
  RoverDescription rover = links_of(urdf_joint("revolute",
                                               "<origin xyz='0.1 0.2 0.3' rpy='0.3 -1.5707963267948966 2'/>"
                                               "<axis xyz='0 1 0'/><limit lower='-1' upper='2'/>"));
  rover.links[1].collisions.push_back({.kind = FormKind::capsule, .radius = 0.1, .length = 0.2});
  const RoverDescription back = read_urdf(parse_xml(urdf_text(rover, "name = \"<&>\"\r\n\n"), "r.urdf"));
  CHECK(back.format == "URDF 1.1");
  CHECK(back.links[0].inertia == rover.links[0].inertia);
  CHECK(back.joints[0].X_PJ.p == rover.joints[0].X_PJ.p);
  CHECK((back.joints[0].X_PJ.R - rover.joints[0].X_PJ.R).norm() <
        1e-15);  // pitch of 90 deg: no angle is lost
  REQUIRE(back.carried);
  CHECK(back.carried->text == "name = \"<&>\"\r\n\n");
}

TEST_CASE("roll, pitch and yaw of every turn give it back", "[exchange][urdf]") {
  for (double roll = -3.0; roll <= 3.0; roll += 0.75)
    for (const double pitch : {-1.5707963267948966, -1.5708, -1.0, 0.0, 1.57, 1.5707963267948966})
      for (double yaw = -3.0; yaw <= 3.0; yaw += 0.75) {
        const Mat3 R = rotation_from_rpy(roll, pitch, yaw);
        const RollPitchYaw rpy = steady_rpy(R);
        // products of three turns, each of a few roundings
        CHECK((rotation_from_rpy(rpy.roll, rpy.pitch, rpy.yaw) - R).norm() < 3e-15);
      }
}
