// SPDX-License-Identifier: BSD-3-Clause
// Every shipped vehicle to URDF and SDF and back.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "catch.hpp"
#include "driven_rover.hpp"
#include "grouser/base/asset_path.hpp"
#include "grouser/exchange/rovers/rover_export.hpp"
#include "rover_texts.hpp"

using namespace grouser;
using Catch::Matchers::ContainsSubstring;
using grouser::test::refused;
using grouser::test::rover_file;
using grouser::test::vehicle_of;

namespace {

std::vector<std::filesystem::path> shipped(std::initializer_list<const char*> kinds) {
  std::vector<std::filesystem::path> paths;
  for (const char* kind : kinds)
    for (const std::string& id : asset_ids(kind)) paths.push_back(resolve_asset(id, kind));
  return paths;
}

/// Converts a file, writes what comes of it beside and returns its path.
std::filesystem::path converted(const test::ScratchFolder& folder, const std::filesystem::path& from,
                                const char* name, const ConvertOptions& options = {}) {
  const std::filesystem::path to = folder / name;
  write_converted(convert_rover(from, rover_format(to), folder.path(), options), to);
  return to;
}

template <class Part>
const Part& named(const std::vector<Part>& parts, const std::string& name) {
  const auto found = std::ranges::find(parts, name, &Part::name);
  REQUIRE(found != parts.end());
  return *found;
}

/// Bodies and joints of a vehicle that was imported from links and joints alone are those of the original.
void check_bodies_and_joints(const VehicleSpec& before, const VehicleSpec& after) {
  constexpr double kRounding = 1e-12;  // angles are written once and read once
  REQUIRE(after.bodies.size() == before.bodies.size());
  REQUIRE(after.joints.size() == before.joints.size());
  CHECK(after.root == before.root);
  for (const BodySpec& body : before.bodies) {
    const BodySpec& other = named(after.bodies, body.name);
    CHECK(other.mass == body.mass);
    CHECK((other.com - body.com).norm() < kRounding);
    CHECK((other.inertia - body.inertia).norm() < kRounding * body.inertia.norm());
  }
  for (const JointSpec& joint : before.joints) {
    // SDF has one name for one thing
    const bool shared = std::ranges::count(before.bodies, joint.name, &BodySpec::name) > 0;
    const bool renamed = shared && std::ranges::count(after.joints, joint.name, &JointSpec::name) == 0;
    const JointSpec& other = named(after.joints, renamed ? joint.name + "_joint" : joint.name);
    CHECK(other.type == joint.type);
    CHECK(other.parent == joint.parent);
    CHECK(other.child == joint.child);
    CHECK((other.X_PJ.p - joint.X_PJ.p).norm() < kRounding);
    CHECK((other.X_PJ.R - joint.X_PJ.R).norm() < kRounding);
    if (joint.kind().hinge) CHECK((other.axis - joint.axis).norm() < kRounding);
    CHECK(other.forces.damping == joint.forces.damping);
  }
}

void check_wheels(const VehicleSpec& before, const VehicleSpec& after) {
  REQUIRE(after.wheels.size() == before.wheels.size());
  for (const WheelSpec& wheel : before.wheels) {
    const auto other = std::ranges::find(after.wheels, wheel.body, &WheelSpec::body);
    REQUIRE(other != after.wheels.end());
    CHECK(other->drive_joint.starts_with(wheel.drive_joint));
    CHECK(other->steer_joint.starts_with(wheel.steer_joint));
    CHECK(other->steer_joint.empty() == wheel.steer_joint.empty());
    CHECK(other->geometry.radius == wheel.geometry.radius);
    CHECK(other->geometry.width == wheel.geometry.width);
  }
}

std::uint64_t hash_after(const std::string& rover, const test::ScratchFolder& folder) {
  Simulation simulation = test::start_drive(folder, rover, 0.02, 2.0);
  for (int k = 0; k < 1200; ++k) REQUIRE(simulation.step() == StepStatus::ok);
  return simulation.state_hash();
}

}  // namespace

TEST_CASE("TOML to URDF to TOML is the same file for all shipped vehicles", "[exchange][rover]") {
  const test::ScratchFolder folder("round_trip");
  for (const auto& path : shipped({"rovers", "landers", "walkers", "bodies"})) {
    CAPTURE(path);
    const auto urdf = converted(folder, path, "r.urdf");
    const auto back = converted(folder, urdf, "r.toml");
    CHECK(read_text_file(back) == read_text_file(path));
    CHECK(convert_rover(urdf, RoverFormat::toml, folder.path(), {}).report.left_out.empty());
  }
}

TEST_CASE("a rover that went through URDF runs to the same hash", "[exchange][rover]") {
  const test::ScratchFolder folder("same_hash");
  for (const char* id : {"exomars_lvm", "rocker_bogie_bar", "four_wheel_fast"}) {
    CAPTURE(id);
    const auto urdf = converted(folder, resolve_asset(id, "rovers"), "r.urdf");
    const auto back = converted(folder, urdf, "r.toml");
    CHECK(hash_after(back.string(), folder) == hash_after(id, folder));
  }
}

TEST_CASE("links and joints alone give bodies, joints and wheels back, from URDF and SDF",
          "[exchange][rover]") {
  const test::ScratchFolder folder("plain");
  for (const auto& path : shipped({"rovers"})) {
    CAPTURE(path);
    const VehicleSpec before = load_vehicle(path.string());
    ConvertOptions plain;
    plain.plain = true;
    for (const char* name : {"r.urdf", "r.sdf"}) {
      CAPTURE(name);
      const auto there = converted(folder, path, name);
      const VehicleSpec after =
          vehicle_of(convert_rover(there, RoverFormat::toml, folder.path(), plain).text);
      check_bodies_and_joints(before, after);
      check_wheels(before, after);
    }
  }
}

TEST_CASE("SDF says which parts it lacks", "[exchange][rover]") {
  const test::ScratchFolder folder("lacks");
  const auto lacks = [&](const char* id) {
    return fmt::format(
        "{}",
        fmt::join(
            convert_rover(resolve_asset(id, "rovers"), RoverFormat::sdf, folder.path(), {}).report.left_out,
            "\n"));
  };
  CHECK_THAT(lacks("rocker_bogie"),
             ContainsSubstring("SDF lacks the coupling of joint") && ContainsSubstring("wheels as such"));
  CHECK_THAT(lacks("rocker_bogie_bar"), ContainsSubstring("2 [[loop_joint]]"));
  CHECK_THAT(lacks("axle_rover"), ContainsSubstring("1 [[winch]]"));
}

TEST_CASE("edits of the URDF that are not taken over are listed", "[exchange][rover]") {
  const test::ScratchFolder folder("not_taken");
  const auto urdf = converted(folder, resolve_asset("viper", "rovers"), "r.urdf");
  std::string text = read_text_file(urdf);
  const auto edit = [&](const std::string& before, const std::string& now) {
    const std::size_t at = text.find(before);
    CAPTURE(before);
    REQUIRE(at < text.find("<grouser"));
    text.replace(at, before.size(), now);
  };
  edit("<robot name=\"viper\">", "<robot name=\"adder\">\n<gazebo/>");
  edit("<box size=\"1 ", "<box size=\"1.25 ");
  edit("effort=\"0\"", "effort=\"12\"");
  edit("multiplier=\"-1\"", "multiplier=\"-2\"");
  write_file_atomically(urdf, text);
  const ConvertedRover edited = convert_rover(urdf, RoverFormat::toml, folder.path(), {});
  CHECK(edited.text == read_text_file(resolve_asset("viper", "rovers")));
  const std::string lines = fmt::format("{}", fmt::join(edited.report.left_out, "\n"));
  CHECK(edited.report.left_out.size() == 5);
  for (const char* words : {"<gazebo> in <robot>", "name 'adder' of the robot", "forms of link '",
                            "effort or velocity of joint '", "<mimic> of joint '"})
    CHECK_THAT(lines, ContainsSubstring(words));
}

TEST_CASE("numbers that somebody edits in the URDF are taken over, other parts stay", "[exchange][rover]") {
  const test::ScratchFolder folder("edited");
  const auto urdf = converted(folder, resolve_asset("viper", "rovers"), "r.urdf");
  std::string text = read_text_file(urdf);
  const VehicleSpec before = load_vehicle(resolve_asset("viper", "rovers").string());
  const std::string mass = fmt::format("<mass value=\"{}\"/>", named(before.bodies, before.root).mass);
  const std::size_t at = text.find(mass);
  REQUIRE(at != std::string::npos);
  write_file_atomically(urdf, std::string(text).replace(at, mass.size(), "<mass value=\"123.5\"/>"));
  const ConvertedRover edited = convert_rover(urdf, RoverFormat::toml, folder.path(), {});
  const VehicleSpec after = vehicle_of(edited.text);
  CHECK(named(after.bodies, before.root).mass == 123.5);
  CHECK(after.wheels[0].stiffness == before.wheels[0].stiffness);
  CHECK_THAT(edited.report.took.back(), ContainsSubstring("body." + before.root + ".mass = 123.5"));
  // a link more than <grouser> knows
  text.replace(text.find("</robot>"), 8,
               "<link name='new'/><joint name='n' type='fixed'><parent link='" + before.root +
                   "'/><child link='new'/></joint></robot>");
  write_file_atomically(urdf, text);
  CHECK_THAT(refused([&] { convert_rover(urdf, RoverFormat::toml, folder.path(), {}); }),
             ContainsSubstring("link 'new'") && ContainsSubstring("--plain"));
}
