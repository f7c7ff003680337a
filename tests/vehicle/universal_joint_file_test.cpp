// SPDX-License-Identifier: BSD-3-Clause
// A universal joint in a vehicle's file: its second axis, its springs, and what is refused.
#include <cmath>

#include "catch.hpp"
#include "grouser/base/error.hpp"
#include "grouser/vehicle/spec/vehicle.hpp"

using namespace grouser;
using Catch::Matchers::ContainsSubstring;

namespace {

VehicleSpec read_trailer(const std::string& keys) {
  return read_vehicle(TomlTable::parse(R"(
units = "SI"
name = "towed"
root = "tractor"
[[body]]
name = "tractor"
mass = 10.0
inertia = [1.0, 1.0, 1.0]
[[body]]
name = "trailer"
mass = 4.0
com = [-0.5, 0.0, 0.0]
inertia = [0.2, 0.2, 0.2]
[[joint]]
name = "hitch"
type = "universal"
parent = "tractor"
child = "trailer"
position = [-1.0, 0.0, 0.2]
axis = [0.0, 0.0, 1.0]
)" + keys,
                                       "towed.toml"));
}

}  // namespace

TEST_CASE("vehicle file: a universal joint has two axes, and the same springs about both") {
  const VehicleSpec spec = read_trailer(
      "second_axis = [0.6, 0.8, 0.0]\nstiffness = 5.0\nlower_deg = -60.0\nupper_deg = 60.0\n"
      "limit_stiffness = 100.0\n");
  const JointSpec& hitch = spec.joints.at(0);
  CHECK(hitch.axis == Vec3(0, 0, 1));
  CHECK((hitch.second_axis - Vec3(0.6, 0.8, 0.0)).norm() < 1e-15);
  CHECK(hitch.forces.stiffness == 5.0);
  const Model model = build_model(spec, "towed.toml");
  REQUIRE(model.nq() == 9);
  REQUIRE(model.nv() == 8);
  CHECK(std::string(model.joints()[model.joint("hitch")].kind.name) == "universal");
}

TEST_CASE("vehicle file: digits left out of a second axis do not matter, a slanted one is refused") {
  const VehicleSpec spec = read_trailer("second_axis = [0.8, 0.6, 3e-7]\n");
  CHECK(std::fabs(spec.joints.at(0).second_axis.z()) < 1e-15);
  CHECK_NOTHROW(build_model(spec, "towed.toml"));
  CHECK_THROWS_WITH(read_trailer("second_axis = [0.6, 0.0, 0.8]\n"),
                    ContainsSubstring("second_axis") && ContainsSubstring("36.87 deg"));
  CHECK_THROWS_WITH(read_trailer(""), ContainsSubstring("second_axis"));
  // a rotor belongs to a hinge
  CHECK_THROWS_WITH(read_trailer("second_axis = [1.0, 0.0, 0.0]\nrotor_inertia = 1.0\n"),
                    ContainsSubstring("rotor_inertia"));
}
