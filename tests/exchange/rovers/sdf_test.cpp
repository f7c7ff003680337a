// SPDX-License-Identifier: BSD-3-Clause
// SDF: frames of every version, loops, and what is refused.
#include "grouser/exchange/rovers/sdf.hpp"

#include <fmt/format.h>

#include "catch.hpp"
#include "grouser/multibody/tree/model.hpp"
#include "rover_texts.hpp"

using namespace grouser;
using Catch::Matchers::ContainsSubstring;
using grouser::test::refused;
using grouser::test::rover_file;
using grouser::test::vehicle_of;

namespace {

RoverDescription model_of(const std::string& inside, const char* version = "1.7") {
  return read_sdf(parse_xml(
      fmt::format("<sdf version='{}'><model name='m'>\n{}\n</model></sdf>", version, inside), "r.sdf"));
}

std::string sdf_joint(const std::string& inside, const char* type = "revolute") {
  return fmt::format(
      "<link name='a'><pose>1 0 0 0 0 1.5707963267948966</pose></link>\n<link name='b'><pose>1 2 0 0 0 "
      "0</pose></link>\n"
      "<joint name='j' type='{}'><parent>a</parent><child>b</child>{}</joint>",
      type, inside);
}

}  // namespace

TEST_CASE("poses of links and joints are taken from the frames that they name", "[exchange][sdf]") {
  const RoverDescription rover =
      model_of(sdf_joint("<pose>0.5 0 0 0 0 0</pose><axis><xyz>0 0 1</xyz></axis>"));
  // by hand: the joint is at (1.5, 2) of the model, which from a at (1, 0), turned by 90 deg, is at (2, -0.5)
  CHECK((rover.joints[0].X_PJ.p - Vec3(2, -0.5, 0)).norm() < 1e-15);
  CHECK((rover.joints[0].X_CJ.p - Vec3(0.5, 0, 0)).norm() < 1e-15);
  CHECK((rover.X_RL("b").p - Vec3(2, 0, 0)).norm() < 1e-15);
  CHECK(rover.joints[0].type == DescribedJointType::continuous);
  const RoverDescription named = model_of(
      "<frame name='f' attached_to='a'><pose>0 1 0 0 0 0</pose></frame>"
      "<link name='a'/><link name='b'><pose relative_to='j'/></link>"
      "<joint name='j' type='revolute'><pose relative_to='f'>0 0 1 0 0 "
      "0</pose><parent>a</parent><child>b</child>"
      "<axis><xyz>0 0 1</xyz><limit><lower>-1</lower><upper>1e16</upper></limit></axis></joint>");
  CHECK(named.joints[0].X_PJ.p == Vec3(0, 1, 1));
  CHECK(named.joints[0].lower == -1.0);
  CHECK(std::isinf(named.joints[0].upper));
}

TEST_CASE("axes are in the joint, or in the model up to SDF 1.4 and where a flag says so",
          "[exchange][sdf]") {
  // the joint's frame is turned by 90 deg about z against the model
  const std::string turned = "<pose>0 0 0 0 0 1.5707963267948966</pose><axis><xyz>1 0 0</xyz>";
  const auto axis = [&](const std::string& more, const char* version) {
    return model_of(sdf_joint(turned + more + "</axis>"), version).joints[0].axis;
  };
  CHECK((axis("", "1.5") - Vec3::UnitX()).norm() < 1e-15);
  CHECK((axis("", "1.4") + Vec3::UnitY()).norm() < 1e-15);
  CHECK((axis("<use_parent_model_frame>1</use_parent_model_frame>", "1.6") + Vec3::UnitY()).norm() < 1e-15);
  const auto expressed = model_of(sdf_joint("<axis><xyz expressed_in='a'>1 0 0</xyz></axis>"));
  CHECK((expressed.joints[0].axis - Vec3::UnitY()).norm() < 1e-15);
}

TEST_CASE("what is no SDF of one model is refused with its line", "[exchange][sdf]") {
  const std::pair<std::string, const char*> kBad[] = {
      {"<link name='a'><pose>0 0 0 0 0</pose></link>", "6 finite numbers"},
      {"<link name='a'><pose relative_to='x'/></link><link name='b'/>"
       "<joint name='j' type='fixed'><parent>a</parent><child>b</child></joint>",
       "relative to 'x'"},
      {"<link name='a'><pose relative_to='b'/></link><link name='b'><pose relative_to='a'/></link>"
       "<joint name='j' type='fixed'><parent>a</parent><child>b</child></joint>",
       "circle"},
      {"<link name='a'/><model name='n'/>", "<model> in the model"},
      {"<include/>", "<include>"},
      {sdf_joint("", "screw"), "type \"screw\""},
      {sdf_joint("", "gearbox"), "type \"gearbox\""},
      {sdf_joint("<axis><xyz>0 0 0</xyz></axis>"), "without length"},
      {"<link name='a'/><link name='a'/>", "second 'a'"},
      {"<link name='a'><inertial><mass>-2</mass></inertial></link>", "mass of -2"},
      {"<link name='a'><inertial><mass>nan</mass></inertial></link>", "finite number"},
      {"", "no <link>"}};
  for (const auto& [text, words] : kBad) {
    CAPTURE(text);
    CHECK_THAT(refused([&] { model_of(text); }), ContainsSubstring("r.sdf") && ContainsSubstring(words));
  }
  CHECK_THAT(refused([] { model_of("<link name='a'/>", "2.0"); }), ContainsSubstring("1.4 to 1.12"));
}

TEST_CASE("a differential bar is modelled as closed loops", "[exchange][sdf][rover]") {
  const test::ScratchFolder folder("bar");
  const ConvertedRover out =
      convert_rover(rover_file("differential_bar.sdf"), RoverFormat::toml, folder.path(), {});
  const VehicleSpec rover = vehicle_of(out.text);
  REQUIRE(rover.loop_joints.size() == 2);
  CHECK(rover.loop_joints[0].type == LoopJointType::spherical);
  CHECK(rover.wheels.size() == 4);
  CHECK(rover.bodies.size() == 10);
  const Model model = build_model(rover, "bar");
  // 6 of the root, 4 wheels driven, bar, 2 rockers, 2 x 3 of the rods; 6 rows: 6 + 3 of rods and rockers
  // stay, of which the drives are prescribed: 6 + 1 + 2 + 6 - 6 = 9
  CHECK(model.independent_coordinates().size() == 9);
  CHECK(model.total_mass() == Approx(20 + 1 + 2 * (2 + 0.2 + 2 * 1.4)).epsilon(1e-14));
  for (const JointSpec& joint : rover.joints)
    if (joint.name.ends_with("pivot")) CHECK(joint.mode == CoordinateMode::dynamic);
}

TEST_CASE("the bar's URDF cannot be, and says why", "[exchange][sdf][rover]") {
  const std::string text =
      "<robot name='r'><link name='a'/><link name='b'/><link name='rod'/>\n"
      "<joint name='j' type='fixed'><parent link='a'/><child link='b'/></joint>\n"
      "<joint name='k' type='fixed'><parent link='a'/><child link='rod'/></joint>\n"
      "<joint name='l' type='fixed'><parent link='b'/><child link='rod'/></joint></robot>";
  const test::ScratchFolder folder("loop");
  write_file_atomically(folder / "r.urdf", text);
  CHECK_THAT(refused([&] { load_rover_description(folder / "r.urdf", {}); }),
             ContainsSubstring("r.urdf:4") && ContainsSubstring("closed loop needs SDF"));
}
