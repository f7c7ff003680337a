// SPDX-License-Identifier: BSD-3-Clause
// Rover files with one thing wrong each, made from a shipped file by replacing text: every one is refused in
// one line that names the file, the place, what was found and what was expected.

#include "catch.hpp"
#include "grouser/base/atomic_file.hpp"
#include "vehicle/shipped_rovers.hpp"

using namespace grouser;
using namespace grouser::test;

namespace {

const std::string kFile = "broken_rover.toml";

struct Case {
  const char* what;
  std::string from, to;
  std::vector<std::string> message;  ///< all of these are in it
};

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const auto at = text.find(from);
  if (at == std::string::npos) throw std::logic_error("the shipped file no longer has: " + from);
  return text.replace(at, from.size(), to);
}

/// What loading the text says; empty if it loads.
std::string refusal(const std::string& text) {
  try {
    build_model(read_vehicle(TomlTable::parse(text, kFile)), kFile);
  } catch (const InputError& e) {
    return e.what();
  }
  return "";
}

const std::string kWheelBody = "name = \"wheel_front_left\"\nmass = 17.0";
const std::string kWheelInertia = "com = [0.0, 0.0, 0.0]\ninertia = [0.59854, 0.74375, 0.59854]";
const std::string kRockerJoint = "name = \"left_rocker\"\ntype = \"revolute\"\nparent = \"chassis\"";
const std::string kSteerChild = "parent = \"left_rocker\"\nchild = \"steering_front_left\"";

const std::vector<Case> kCases = {
    {"negative mass",
     kWheelBody,
     "name = \"wheel_front_left\"\nmass = -17.0",
     {"body", "mass", "-17", "> 0", "kg"}},
    {"zero mass", kWheelBody, "name = \"wheel_front_left\"\nmass = 0", {"mass", "> 0"}},
    {"mass that is no number",
     kWheelBody,
     "name = \"wheel_front_left\"\nmass = nan",
     {"mass", "nan", "a number > 0"}},
    {"infinite mass", kWheelBody, "name = \"wheel_front_left\"\nmass = inf", {"mass", "inf", "a number > 0"}},
    {"text for a number",
     kWheelBody,
     "name = \"wheel_front_left\"\nmass = \"17 kg\"",
     {"mass", "17 kg", "a number > 0 in kg"}},
    {"no mass", kWheelBody, "name = \"wheel_front_left\"", {"mass", "nothing", "a number > 0 in kg"}},
    {"inertia that no body can have",
     kWheelInertia,
     "com = [0.0, 0.0, 0.0]\ninertia = [0.1, 0.9, 0.1]",
     {"wheel_front_left", "principal moments", "exceeds the sum of the other two"}},
    {"negative inertia",
     kWheelInertia,
     "com = [0.0, 0.0, 0.0]\ninertia = [0.6, -0.7, 0.6]",
     {"wheel_front_left", "all three > 0"}},
    {"inertia of two numbers",
     kWheelInertia,
     "com = [0.0, 0.0, 0.0]\ninertia = [0.6, 0.7]",
     {"inertia", "an array of 2", "3"}},
    {"unknown key",
     kWheelBody,
     kWheelBody + "\ncolor = \"red\"",
     {"color", "unknown key", "one of: ", "inertia"}},
    {"unknown body in a joint",
     kRockerJoint,
     "name = \"left_rocker\"\ntype = \"revolute\"\nparent = \"chasis\"",
     {"left_rocker", "chasis", "name of a body"}},
    {"a cycle",
     kRockerJoint,
     "name = \"left_rocker\"\ntype = \"revolute\"\nparent = \"left_bogie\"",
     {"cycle", "ends at 'world'"}},
    {"two parents",
     kSteerChild,
     "parent = \"left_rocker\"\nchild = \"wheel_front_left\"",
     {"wheel_front_left", "a second joint", "one inboard joint"}},
    {"a doubled name",
     "name = \"right_bogie\"\ntype",
     "name = \"left_bogie\"\ntype",
     {"two [[joint]] with the name 'left_bogie'", "a name of its own"}},
    {"an axis that is no unit vector",
     "axis = [0.0, 1.0, 0.0]",
     "axis = [0.0, 1.1, 0.0]",
     {"axis", "1.1", "unit vector"}},
    {"an axis of NaN", "axis = [0.0, 1.0, 0.0]", "axis = [0.0, nan, 0.0]", {"axis", "a number"}},
    {"unknown joint type",
     "type = \"revolute\"",
     "type = \"hinge\"",
     {"type", "hinge", "one of: fixed, revolute"}},
    {"limits the wrong way round",
     "lower_deg = -20.0",
     "lower_deg = 30.0",
     {"joint", "limits", "lower < upper"}},
    {"wrong units word", "units = \"SI\"", "units = \"imperial\"", {"units", "imperial", "\"SI\""}},
    {"wheels without a radius", "radius = 0.25 ", "# radius = 0.25 ", {"wheel.radius", "nothing", "in m"}},
    {"a wheel the size of a hill", "radius = 0.25 ", "radius = 250.0 ", {"wheel.radius", "250", "10"}},
    {"grousers higher than the wheel",
     "grouser_height = 0.0075",
     "grouser_height = 0.3",
     {"wheel.grouser_height", "0.3 m", "radius 0.25 m", "at most half the radius, 0.125 m"}},
    {"a wheel as thin as a sheet",
     "width = 0.40 ",
     "width = 0.002 ",
     {"wheel.width", "0.002 m", "0.0025 to 2.5 m"}},
    {"a wheel as wide as a road", "width = 0.40 ", "width = 4.0 ", {"wheel.width", "4 m", "0.0025 to 2.5 m"}},
    {"a slip radius that is none of the wheel's",
     "slices = 3",
     "slices = 3\nslip_radius = 1.0",
     {"wheel.slip_radius", "1 m", "0.125 to 0.3825 m"}},
    {"half a grouser",
     "grouser_count = 24",
     "grouser_count = 24.5",
     {"grouser_count", "24.5", "a whole number"}},
    {"a drive joint that is not there",
     "drive = \"drive_front_left\"",
     "drive = \"drive_front_lefd\"",
     {"front_left", "drive_front_lefd", "name of a revolute [[joint]]"}},
    {"two wheels of one name",
     "name = \"front_right\"\nbody",
     "name = \"front_left\"\nbody",
     {"two wheels 'front_left'", "a name of its own"}},
    {"a drive that turns another body",
     "drive = \"drive_front_left\"",
     "drive = \"drive_front_right\"",
     {"front_left", "turns body 'wheel_front_right'", "wheel_front_left"}},
    {"steering about the axle",
     "steer = \"steer_front_left\"",
     "steer = \"drive_front_left\"",
     {"front_left", "an axis along z"}},
    {"a wheel on an unknown body",
     "body = \"wheel_front_left\"",
     "body = \"wheel_front_lefd\"",
     {"wheel_front_lefd", "name of a [[body]]"}},
    {"a root that is not there",
     "root = \"chassis\"",
     "root = \"hull\"",
     {"root", "hull", "name of a [[body]]"}},
    {"a coupling to a prescribed joint",
     "independent = \"left_rocker\"",
     "independent = \"drive_front_left\"",
     {"differential", "prescribed", "a dynamic revolute or prismatic joint"}},
    {"a look of unknown kind", "kind = \"box\"", "kind = \"teapot\"", {"kind", "teapot", "one of: box"}},
    {"a table where a list of tables belongs", "[[coupling]]", "[coupling]", {"coupling", "[[coupling]]"}},
};

const std::vector<Case> kBarCases = {
    {"a loop joint of unknown kind",
     "type = \"distance\"",
     "type = \"rubber\"",
     {"type", "rubber", "spherical"}},
    {"a loop joint to an unknown body",
     "body_b = \"left_rocker\"",
     "body_b = \"left_rokker\"",
     {"loop joint 'left_rod'", "left_rokker", "the name of a body"}},
    {"a loop joint of a body with itself",
     "body_b = \"left_rocker\"",
     "body_b = \"differential_bar\"",
     {"loop joint 'left_rod'", "both ends"}},
    {"a rod too long to reach", "length = 0.264", "length = 5.0", {"'left_rod'", "does not close", "gap"}},
    {"a rod without length", "length = 0.264", "length = 0.0", {"length", "> 0"}},
    {"a key that the kind does not have",
     "length = 0.264",
     "axis = [0.0, 0.0, 1.0]\nlength = 0.264",
     {"loop_joint", "axis"}},
};

void check_cases(const std::string& rover, const std::vector<Case>& cases) {
  const std::string good = read_text_file(rover_file(rover));
  REQUIRE(refusal(good).empty());
  for (const Case& broken : cases) {
    CAPTURE(broken.what);
    const std::string message = refusal(replaced(good, broken.from, broken.to));
    CAPTURE(message);
    CHECK(message.rfind(kFile, 0) == 0);  // begins with the file
    CHECK(message.find("found") != std::string::npos);
    CHECK(message.find("expected") != std::string::npos);
    CHECK(message.find('\n') == std::string::npos);
    for (const std::string& part : broken.message) {
      CAPTURE(part);
      CHECK(message.find(part) != std::string::npos);
    }
  }
}

}  // namespace

TEST_CASE("a rover file with one thing wrong is refused, saying where and what was expected", "[vehicle]") {
  check_cases("rocker_bogie", kCases);
  check_cases("rocker_bogie_bar", kBarCases);
}

TEST_CASE("a rover file cut short is refused wherever it is cut", "[vehicle]") {
  const std::string good = read_text_file(rover_file("rocker_bogie"));
  // Inside its first bodies, joints and wheels: something needed is then missing or broken.
  for (const std::string part : {"name = \"rocker", "mass = 6", "name = \"left_rocker", "[[coupling]]",
                                 "name = \"drive_front_left", "drive = \"drive_mid"}) {
    CAPTURE(part);
    const auto at = good.find(part);
    REQUIRE(at != std::string::npos);
    const std::string message = refusal(good.substr(0, at + part.size()));
    CAPTURE(message);
    CHECK(message.rfind(kFile, 0) == 0);
    CHECK(message.find("expected") != std::string::npos);
  }
}

TEST_CASE("a rover of absurd size is refused, not served", "[vehicle]") {
  std::string text = read_text_file(rover_file("rocker_bogie"));
  for (int i = 0; i < 10001; ++i)
    text += "[[sphere]]\nbody = \"chassis\"\nposition = [0, 0, 0]\nradius = 0.1\n";
  const std::string message = refusal(text);
  CAPTURE(message);
  CHECK(message.rfind(kFile, 0) == 0);
  CHECK(message.find("at most 10000") != std::string::npos);
}

TEST_CASE("more grousers than a rim has millimetres are refused", "[vehicle]") {
  std::string text = read_text_file(rover_file("rocker_bogie"));
  text = replaced(text, "radius = 0.25 ", "radius = 0.1 ");
  text = replaced(text, "grouser_count = 24", "grouser_count = 700");
  const std::string said = refusal(text);
  INFO(said);
  CHECK(
      said.find("wheel.grouser_count: found 700 grousers on a wheel of radius 0.1 m, expected at most 628") !=
      std::string::npos);
}
