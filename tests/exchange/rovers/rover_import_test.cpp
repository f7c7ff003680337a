// SPDX-License-Identifier: BSD-3-Clause
// Imports of rovers of the kinds that people have, against numbers by hand.
#include "grouser/exchange/rovers/rover_import.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "catch.hpp"
#include "grouser/multibody/tree/model.hpp"
#include "grouser/shape/file/mesh_file.hpp"
#include "rover_texts.hpp"

using namespace grouser;
using Catch::Matchers::ContainsSubstring;
using grouser::test::refused;
using grouser::test::rover_file;
using grouser::test::vehicle_of;

namespace {

struct Imported {
  VehicleSpec rover;
  RoverImportReport report;
  std::string text;
};

Imported import_of(const std::filesystem::path& path, const ConvertOptions& options = {}) {
  const test::ScratchFolder folder("import");
  const ConvertedRover out = convert_rover(path, RoverFormat::toml, folder.path(), options);
  write_converted(out, folder / "rover.toml");
  return {vehicle_of(out.text, folder.path()), out.report, out.text};
}

Imported import_text(const std::string& name, const std::string& text, const ConvertOptions& options = {}) {
  const test::ScratchFolder folder("import_text");
  write_file_atomically(folder / name, text);
  return import_of(folder / name, options);
}

const JointSpec& joint_of(const VehicleSpec& rover, const std::string& name) {
  const auto found = std::ranges::find(rover.joints, name, &JointSpec::name);
  REQUIRE(found != rover.joints.end());
  return *found;
}

/// Pose of a body in the root, all coordinates at zero.
RigidTransform pose_of(const VehicleSpec& rover, const std::string& body) {
  RigidTransform X;
  for (std::string at = body; at != rover.root;) {
    const auto joint = std::ranges::find(rover.joints, at, &JointSpec::child);
    REQUIRE(joint != rover.joints.end());
    X = joint->X_PJ * X;
    at = joint->parent;
  }
  return X;
}

bool says(const std::vector<std::string>& lines, const std::string& words) {
  return std::ranges::any_of(lines,
                             [&](const std::string& line) { return line.find(words) != std::string::npos; });
}

/// The file's text with one part in the place of another.
std::string changed(const char* file, const std::string& from, const std::string& to) {
  std::string text = read_text_file(rover_file(file));
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

/// The folder of the tests' files may be read by files that lie elsewhere.
ConvertOptions beside() { return {.allowed = {rover_file("").parent_path()}}; }

std::string with_discs(std::string text) {
  const std::string disc = rover_file("disc.obj").string();
  for (std::size_t at = 0; (at = text.find("disc.obj", at)) != std::string::npos; at += disc.size())
    text.replace(at, 8, disc);
  return text;
}

}  // namespace

TEST_CASE("a rocker-bogie from xacro: wheels, steering, stops, drives", "[exchange][rover]") {
  ConvertOptions options;
  options.import.differential = {"left_rocker_joint", "right_rocker_joint"};
  const Imported six = import_of(rover_file("six_wheels.urdf.xacro"), options);
  const VehicleSpec& rover = six.rover;
  CHECK(rover.name == "six_wheels");
  CHECK(rover.title == "six wheels");
  CHECK(rover.root == "base_link");  // the root without mass is gone
  CHECK(says(six.report.took, "link 'base_footprint' has no mass"));
  CHECK(says(six.report.took, "link 'camera' has no mass and is part of 'mast'"));
  CHECK(build_model(rover, "six").total_mass() ==
        Approx(20 + 1 + 2 * (2 + 0.5 + 1 + 3 * 1.5)).epsilon(1e-14));

  REQUIRE(rover.wheels.size() == 6);
  // by hand, m: hubs at these places of base_link
  const std::tuple<const char*, double, double> kHubs[] = {
      {"left_front", 0.45, 0.35},   {"left_middle", 0.05, 0.35},   {"left_rear", -0.35, 0.35},
      {"right_front", 0.45, -0.35}, {"right_middle", 0.05, -0.35}, {"right_rear", -0.35, -0.35}};
  for (const auto& [name, x, y] : kHubs) {
    CAPTURE(name);
    const RigidTransform X = pose_of(rover, name);
    constexpr double kQuarter = 1e-5;  // 1.5708 is 4e-6 rad more than a right angle
    CHECK((X.p - Vec3(x, y, -0.25)).norm() < kQuarter);
    CHECK((X.R.col(1) - Vec3::UnitY()).norm() < kQuarter);  // the axle, to the left on both sides
    CHECK((X.R.col(2) - Vec3::UnitZ()).norm() < kQuarter);
    const auto body = std::ranges::find(rover.bodies, name, &BodySpec::name);
    CHECK(body->inertia(1, 1) == Approx(1.5 * 0.01 / 2).epsilon(1e-9));  // m r^2 / 2 about the axle
    const auto wheel = std::ranges::find(rover.wheels, name, &WheelSpec::name);
    CHECK(wheel->geometry.radius == 0.1);
    CHECK(wheel->geometry.width == Approx(0.08).epsilon(1e-15));
    CHECK(wheel->steer_joint == (std::string(name).ends_with("front")
                                     ? std::string(name, 0, std::string(name).find('_')) + "_steer"
                                     : ""));
  }
  CHECK(says(six.report.took, "wheel 'right_front' turns about an axis to the right"));
  CHECK_FALSE(says(six.report.took, "wheel 'left_front' turns about an axis to the right"));

  // the right steering turns about an axis down: its stops change sides
  CHECK(joint_of(rover, "left_steer").forces.lower == Approx(-0.6).epsilon(1e-15));
  CHECK(joint_of(rover, "right_steer").forces.lower == Approx(-0.8).epsilon(1e-15));
  CHECK(joint_of(rover, "right_steer").forces.upper == Approx(0.6).epsilon(1e-15));
  CHECK(joint_of(rover, "left_bogie_joint").mode == CoordinateMode::dynamic);
  CHECK(joint_of(rover, "left_bogie_joint").forces.limit_stiffness > 0.0);
  CHECK(joint_of(rover, "pan").mode == CoordinateMode::prescribed);
  CHECK(says(rover.assumed, "joint 'pan' is held"));

  REQUIRE(rover.couplings.size() == 1);
  CHECK(rover.couplings[0].ratio == -1.0);
  REQUIRE(rover.motor.has_value() == false);  // mode ideal: the numbers stand in the file
  CHECK_THAT(six.text, ContainsSubstring("stall_torque = 12.0") && ContainsSubstring("no_load_speed = 3.0"));
  REQUIRE(rover.actuators.size() == 3);  // two steering joints and the mast
  CHECK(rover.actuators[0].most_torque == 5.0);
  CHECK(says(six.report.left_out, "<velocity> in <joint>, 6 times"));
  CHECK(says(six.report.left_out, "<gazebo> in <robot>"));
  for (const std::string& line : six.report.guessed) CHECK(says(rover.assumed, line));
}

TEST_CASE("a round part that turns about an upright is no wheel", "[exchange][rover]") {
  const std::string text = with_discs(changed(
      "fixed_arms.urdf", "</robot>",
      "<link name='scanner'><inertial><mass value='1'/><inertia ixx='0.01' iyy='0.01' izz='0.01'/></inertial>"
      "<visual><geometry><cylinder radius='0.05' length='0.1'/></geometry></visual></link>"
      "<joint name='scan' type='continuous'><parent link='body'/><child link='scanner'/><axis xyz='0 0 "
      "1'/></joint></robot>"));
  const Imported five = import_text("r.urdf", text, beside());
  CHECK(five.rover.wheels.size() == 4);
  CHECK(joint_of(five.rover, "scan").mode == CoordinateMode::prescribed);
}

TEST_CASE("an argument of xacro changes what is made", "[exchange][rover]") {
  ConvertOptions options;
  options.arguments["wheel_radius"] = "0.12";
  const Imported six = import_of(rover_file("six_wheels.urdf.xacro"), options);
  CHECK(six.rover.wheels[0].geometry.radius == 0.12);
  CHECK(says(six.report.warnings, "--differential left_rocker_joint,right_rocker_joint"));
}

TEST_CASE("wheels that are meshes are discs by their box", "[exchange][rover]") {
  const Imported four = import_of(rover_file("fixed_arms.urdf"));
  REQUIRE(four.rover.wheels.size() == 4);
  CHECK(four.rover.wheels[0].geometry.radius == Approx(0.12).epsilon(1e-6));  // the file has six digits
  CHECK(four.rover.wheels[0].geometry.width == Approx(0.1).epsilon(1e-12));
  CHECK(says(four.rover.assumed, "wheel 'left_front' is the box of its mesh"));
  // the inertia of one of them is written about x
  REQUIRE(four.report.warnings.size() == 1);
  CHECK_THAT(four.report.warnings[0],
             ContainsSubstring("link 'right_front'") && ContainsSubstring("another axis"));
}

TEST_CASE("meshes of visuals are drawn as the file places and scales them", "[exchange][rover]") {
  const std::size_t faces = read_mesh(rover_file("disc.obj")).faces.size();
  const std::string half = "disc.obj\" scale=\"0.5 0.5 0.5";
  const Imported four =
      import_text("r.urdf", with_discs(changed("fixed_arms.urdf", "disc.obj", half)), beside());
  REQUIRE(four.rover.visuals.size() == 4);
  CHECK(says(four.report.took, "4 meshes that are drawn"));
  for (const NamedVisual& visual : four.rover.visuals) {
    CAPTURE(visual.body);
    REQUIRE(visual.shape.kind == VisualKind::mesh);
    CHECK(visual.shape.mesh->faces.size() == faces);
    const MeshBox box = box_of(*visual.shape.mesh);
    const double radius = visual.body == "left_front" ? 0.06 : 0.12;
    CHECK(0.5 * (box.high.x() - box.low.x()) == Approx(radius).epsilon(1e-5));
  }
  // a scale of its own along each axis cannot be drawn, and then no link is drawn by the file's forms
  const std::string flat = "disc.obj\" scale=\"1 0.5 1";
  const Imported made =
      import_text("r.urdf", with_discs(changed("fixed_arms.urdf", "disc.obj", flat)), beside());
  CHECK(made.rover.looks_made);
  CHECK(says(made.report.left_out, "nothing of link 'left_front' can be drawn"));
}

TEST_CASE("meshes that are drawn go back into URDF and SDF, named from the folder of the file",
          "[exchange][rover]") {
  const test::ScratchFolder folder("looks_out");
  std::filesystem::create_directories(folder / "out");
  const ConvertedRover toml =
      convert_rover(rover_file("fixed_arms.urdf"), RoverFormat::toml, folder.path(), {});
  REQUIRE(toml.report.copies.size() == 1);  // one file for four wheels
  write_converted(toml, folder / "rover.toml");
  CHECK(std::filesystem::exists(folder / "meshes/disc.obj"));
  for (const RoverFormat format : {RoverFormat::urdf, RoverFormat::sdf}) {
    const bool urdf = format == RoverFormat::urdf;
    const std::filesystem::path file = folder / (urdf ? "out/r.urdf" : "out/r.sdf");
    write_converted(convert_rover(folder / "rover.toml", format, folder / "out", {}), file);
    std::size_t meshes = 0;
    for (const DescribedLink& link : load_rover_description(file, {}).links)
      for (const DescribedForm& form : link.visuals) {
        REQUIRE(form.kind == FormKind::mesh);
        CHECK(read_text_file(folder / "out" / form.file) == read_text_file(rover_file("disc.obj")));
        ++meshes;
      }
    CHECK(meshes == 4);
  }
  // the vehicle's own file comes out of the URDF, with its meshes, in a third folder
  std::filesystem::create_directories(folder / "third");
  const ConvertedRover again = convert_rover(folder / "out/r.urdf", RoverFormat::toml, folder / "third", {});
  CHECK(again.carried);
  CHECK(again.text == toml.text);
  write_converted(again, folder / "third/rover.toml");
  CHECK(load_vehicle((folder / "third/rover.toml").string()).visuals.size() == 4);
  // another file of the mesh's name is kept
  write_file_atomically(folder / "third/meshes/disc.obj", "somebody's mesh");
  CHECK_THAT(refused([&] { write_converted(again, folder / "third/rover.toml"); }),
             ContainsSubstring("disc.obj") && ContainsSubstring("another file"));
  CHECK(read_text_file(folder / "third/meshes/disc.obj") == "somebody's mesh");
}

TEST_CASE("fixed rockers turn where an option names them", "[exchange][rover]") {
  ConvertOptions options;
  options.import.differential = {"left_arm_joint", "right_arm_joint"};
  const Imported four = import_of(rover_file("fixed_arms.urdf"), options);
  CHECK(joint_of(four.rover, "left_arm_joint").type == JointType::revolute);
  REQUIRE(four.rover.couplings.size() == 1);
  CHECK(four.rover.couplings[0].dependent == "right_arm_joint");
  CHECK(build_model(four.rover, "four").independent_coordinates().size() ==
        7);  // 6 of the root, one of the arms
  // axes that point apart: the angles are alike instead
  const std::string apart =
      with_discs(changed("fixed_arms.urdf", "<origin xyz=\"0 -0.25 0\"/>\n    <axis xyz=\"0 1 0\"/>",
                         "<origin xyz=\"0 -0.25 0\"/>\n    <axis xyz=\"0 -1 0\"/>"));
  ConvertOptions other = beside();
  other.import.differential = options.import.differential;
  CHECK(import_text("r.urdf", apart, other).rover.couplings[0].ratio == 1.0);
}

TEST_CASE("meshes that are not there ask for radius and width by an option", "[exchange][rover]") {
  // in names of its own: the file's say "left_front", and a disc is found by its mesh
  std::string wheels = read_text_file(rover_file("fixed_arms.urdf"));
  for (const std::string from : {"left_front", "left_rear", "right_front", "right_rear"})
    for (std::size_t at = 0; (at = wheels.find(from, at)) != std::string::npos; at += from.size())
      wheels.replace(at, from.size(), from + "_wheel");
  CHECK_THAT(refused([&] { import_text("r.urdf", wheels); }), ContainsSubstring("--wheel radius=NUMBER"));
  ConvertOptions options;
  options.import.wheel_keys = {{"radius", "0.12"}, {"width", "0.1"}, {"grouser_count", "12"}};
  const Imported four = import_text("r.urdf", wheels, options);
  REQUIRE(four.rover.wheels.size() == 4);
  CHECK(four.rover.wheels[0].geometry.grouser_count == 12.0);
  CHECK(says(four.report.left_out, "\"disc.obj\" is not there"));
  CHECK(says(four.rover.assumed, "is a wheel, by its name"));
  options.import.wheels = {"left_*", "right_rear_wheel"};
  CHECK(import_text("r.urdf", wheels, options).rover.wheels.size() == 3);
  options.import.wheels = {"nothing"};
  CHECK_THAT(refused([&] { import_text("r.urdf", wheels, options); }), ContainsSubstring("--wheels nothing"));
}

TEST_CASE("references that lead out are refused unless they are allowed", "[exchange][rover]") {
  const std::string away = with_discs(read_text_file(rover_file("fixed_arms.urdf")));
  CHECK_THAT(refused([&] { import_text("r.urdf", away); }),
             ContainsSubstring("r.urdf:") && ContainsSubstring("--allow-path"));
  CHECK(import_text("r.urdf", away, beside()).rover.wheels.size() == 4);
  const std::string remote = changed("fixed_arms.urdf", "disc.obj", "http://example.org/disc.obj");
  CHECK_THAT(refused([&] { import_text("r.urdf", remote); }), ContainsSubstring("a file of this machine"));
  const test::ScratchFolder folder("links");
  std::filesystem::create_directories(folder / "in");
  std::filesystem::create_symlink(rover_file("disc.obj"), folder / "in/disc.obj");
  write_file_atomically(folder / "in/r.urdf", read_text_file(rover_file("fixed_arms.urdf")));
  CHECK_THAT(refused([&] { import_of(folder / "in/r.urdf"); }), ContainsSubstring("--allow-path"));
}

TEST_CASE("a rover that travels along another axis is turned, and its mass with it", "[exchange][rover]") {
  // the same rover in a body frame whose y is ahead
  std::string text = with_discs(read_text_file(rover_file("fixed_arms.urdf")));
  const std::string turned = "<origin xyz=\"0 0.25 0\"/>";
  for (const auto& [from, to] :
       {std::pair<std::string, std::string>{turned,
                                            "<origin xyz=\"-0.25 0 0\" rpy=\"0 0 1.5707963267948966\"/>"},
        {"<origin xyz=\"0 -0.25 0\"/>", "<origin xyz=\"0.25 0 0\" rpy=\"0 0 1.5707963267948966\"/>"}}) {
    const std::size_t at = text.find(from);
    REQUIRE(at != std::string::npos);
    text.replace(at, from.size(), to);
  }
  CHECK_THAT(refused([&] { import_text("r.urdf", text, beside()); }), ContainsSubstring("--forward y"));
  ConvertOptions options = beside();
  options.import.forward = "y";
  const VehicleSpec rover = import_text("r.urdf", text, options).rover;
  const VehicleSpec straight = import_of(rover_file("fixed_arms.urdf")).rover;
  for (const WheelSpec& wheel : straight.wheels)
    CHECK((pose_of(rover, wheel.body).p - pose_of(straight, wheel.body).p).norm() < 1e-15);
  CHECK(rover.bodies[0].inertia(0, 0) == Approx(0.3).epsilon(1e-15));  // x and y of the body changed places
}

TEST_CASE("mimic joints become couplings with the senses of the new frames", "[exchange][rover]") {
  const std::string text =
      changed("six_wheels.urdf.xacro", "<xacro:side prefix=\"right\" dir=\"-1\"/>",
              "<xacro:side prefix=\"right\" dir=\"-1\"/><link name='bar'><inertial><mass value='1'/>"
              "<inertia ixx='0.01' iyy='0.01' izz='0.01'/></inertial></link>"
              "<joint name='bar_joint' type='continuous'><parent link='base_link'/><child link='bar'/>"
              "<axis xyz='0 0 1'/><mimic joint='left_rocker_joint' multiplier='0.5' offset='0.1'/></joint>");
  const test::ScratchFolder folder("mimic");
  write_file_atomically(folder / "r.urdf.xacro", text);
  write_file_atomically(folder / "six_wheels_parts.xacro",
                        read_text_file(rover_file("six_wheels_parts.xacro")));
  const VehicleSpec rover = import_of(folder / "r.urdf.xacro").rover;
  REQUIRE(rover.couplings.size() == 1);
  CHECK(rover.couplings[0].dependent == "bar_joint");
  CHECK(rover.couplings[0].ratio == 0.5);
  CHECK(rover.couplings[0].offset == Approx(0.1).epsilon(1e-15));
  CHECK(joint_of(rover, "bar_joint").mode == CoordinateMode::dynamic);  // it is no mast that is held
}

TEST_CASE("an inertia that no body has is refused with the link's line", "[exchange][rover]") {
  const std::string text = with_discs(changed("fixed_arms.urdf", "ixx=\"0.2\"", "ixx=\"0.9\""));
  CHECK_THAT(refused([&] { import_text("r.urdf", text, beside()); }),
             ContainsSubstring("r.urdf:9") && ContainsSubstring("link 'body'"));
}

TEST_CASE("collision forms touch where that is asked for", "[exchange][rover]") {
  ConvertOptions options;
  options.import.contact = ImportedContact::collisions;
  const VehicleSpec rover = import_of(rover_file("six_wheels.urdf.xacro"), options).rover;
  REQUIRE(rover.meshes.size() == 1);  // the body's box; wheels touch as wheels
  CHECK(rover.meshes[0].body == "base_link");
  CHECK(rover.spheres.empty());
}

TEST_CASE("a Collada mesh names a converter", "[exchange][rover]") {
  const test::ScratchFolder folder("dae");
  std::string text = read_text_file(rover_file("fixed_arms.urdf"));
  for (std::size_t at = 0; (at = text.find("disc.obj", at)) != std::string::npos; at += 8)
    text.replace(at, 8, "disc.dae");
  write_file_atomically(folder / "r.urdf", text);
  write_file_atomically(folder / "disc.dae", "<COLLADA/>");
  ConvertOptions options;
  options.import.wheels = {"left_*_joint", "right_*_joint"};
  CHECK_THAT(refused([&] { import_of(folder / "r.urdf", options); }), ContainsSubstring("--wheels"));
  options.import.wheels = {"left_front", "left_rear", "right_front", "right_rear"};
  options.import.wheel_keys = {{"radius", "0.12"}, {"width", "0.1"}};
  const Imported four = import_of(folder / "r.urdf", options);
  CHECK(says(four.report.left_out, "is Collada: convert it"));
}
