// SPDX-License-Identifier: BSD-3-Clause
// Sets of joints that share their springs, and the shipped Europa landers that use them.

#include "catch.hpp"
#include "grouser/base/asset_path.hpp"
#include "grouser/base/error.hpp"
#include "grouser/vehicle/spec/vehicle.hpp"

using namespace grouser;
using Catch::Matchers::ContainsSubstring;

namespace {

const std::string kBodies = R"(
units = "SI"
name = "legged"
root = "hub"
[[body]]
name = "hub"
mass = 10.0
inertia = [1.0, 1.0, 1.0]
[[body]]
name = "upper"
mass = 1.0
inertia = [0.1, 0.1, 0.1]
[[body]]
name = "lower"
mass = 1.0
inertia = [0.1, 0.1, 0.1]
)";
const std::string kJoints = R"(
[[joint]]
name = "knee_1"
type = "revolute"
parent = "upper"
child = "lower"
axis = [0.0, 1.0, 0.0]
[[joint]]
name = "hip_1"
type = "revolute"
parent = "hub"
child = "upper"
axis = [0.0, 1.0, 0.0]
)";

VehicleSpec read_sets(const std::string& sets, const std::string& more = "") {
  return read_vehicle(TomlTable::parse(kBodies + sets + kJoints + more, "legged.toml"));
}
const JointSpec& joint_of(const VehicleSpec& spec, const std::string& name) {
  for (const JointSpec& joint : spec.joints)
    if (joint.name == name) return joint;
  throw std::logic_error("no joint " + name);
}

constexpr double kRadian = 3.14159265358979323846 / 180.0;

}  // namespace

TEST_CASE("joint set: one key serves all joints of a pattern, angles from the root are sums") {
  const VehicleSpec spec = read_sets(R"(
[[joint_set]]
name = "knees"
joints = "knee_*"
stiffness = 370.0
rest_from_root_deg = 94.0
[[joint_set]]
name = "hips"
joints = "hip_*"
stiffness = 210.0
damping = 50.0
rest_from_root_deg = 25.0
)");
  // whatever the order of joints and sets in the file
  CHECK(joint_of(spec, "hip_1").forces.rest == Approx(25.0 * kRadian));
  CHECK(joint_of(spec, "knee_1").forces.rest == Approx((94.0 - 25.0) * kRadian));
  CHECK(joint_of(spec, "hip_1").forces.damping == 50.0);
  CHECK(joint_of(spec, "knee_1").forces.stiffness == 370.0);
}

TEST_CASE("joint set: what it may not say") {
  const std::string hips = "[[joint_set]]\nname = \"hips\"\njoints = \"hip_*\"\nstiffness = 1.0\n";
  CHECK_NOTHROW(read_sets(hips));
  CHECK_THROWS_WITH(read_sets(hips + "rest_deg = 1.0\nrest_from_root_deg = 1.0\n"),
                    ContainsSubstring("rest_deg"));
  CHECK_THROWS_WITH(read_sets(hips + "[[joint_set]]\nname = \"all\"\njoints = \"*\"\n"),
                    ContainsSubstring("'hips'"));
  CHECK_THROWS_WITH(read_sets("[[joint_set]]\nname = \"none\"\njoints = \"wing_*\"\n"),
                    ContainsSubstring("wing_*"));
  // a joint of a set has no springs of its own
  CHECK_THROWS_WITH(read_sets(hips, "stiffness = 5.0\n"), ContainsSubstring("stiffness"));
}

TEST_CASE("the Europa landers differ in their springs only and weigh 900 kg") {
  const auto open = [](const std::string& id) {
    return read_vehicle(TomlTable::load(resolve_asset(id, "landers").string()));
  };
  const VehicleSpec stiff = open("europa_stiff");
  for (const char* id : {"europa_stiff", "europa_shock", "europa_conforming", "europa_impedance"}) {
    CAPTURE(id);
    const VehicleSpec spec = open(id);
    REQUIRE(spec.bodies.size() == 13);
    REQUIRE(spec.joints.size() == 12);
    CHECK(spec.pads.size() == 6);
    CHECK(spec.spheres.size() == 5);
    CHECK(spec.leg_controls.size() == (spec.name == "europa_impedance" ? 1 : 0));
    double mass = 0.0;
    for (std::size_t i = 0; i < spec.bodies.size(); ++i) {
      mass += spec.bodies[i].mass;
      CHECK(spec.bodies[i].mass == stiff.bodies[i].mass);
      CHECK(spec.bodies[i].inertia == stiff.bodies[i].inertia);
    }
    CHECK(mass == Approx(900.0));
    for (std::size_t i = 0; i < spec.joints.size(); ++i) {
      CHECK(spec.joints[i].X_PJ.p == stiff.joints[i].X_PJ.p);
      CHECK(spec.joints[i].forces.rest == stiff.joints[i].forces.rest);
      CHECK(spec.joints[i].forces.stiffness > 0.0);
    }
    // reading A of the leg angles: 2.8 m from foot to foot
    const double reach =
        1.5 / std::sqrt(3.0) + 0.63 * std::cos(25.0 * kRadian) + 0.63 * std::cos(94.0 * kRadian);
    CHECK(2.0 * reach == Approx(2.786).margin(1e-3));
  }
}
