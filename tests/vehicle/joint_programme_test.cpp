// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/vehicle/drive/joint_programme.hpp"

#include "catch.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/key_visitors.hpp"

using namespace grouser;

namespace {

JointProgramme read_joint_programme(const std::string& text) {
  return read_keys<JointProgramme>(TomlTable::parse(text, "motion.toml"));
}

}  // namespace

TEST_CASE("a joint's programme is consistent: its rate is the derivative of its position") {
  const JointProgramme positions = read_joint_programme(
      "joint = \"deploy_*\"\nramp = 2.0\n[[phase]]\nstart = 1.0\nposition_deg = 40.0\n[[phase]]\nstart = "
      "4.0\nposition_deg = -10.0\n");
  const JointProgramme rates = read_joint_programme(
      "joint = \"stage\"\nramp = 1.0\n[[phase]]\nstart = 0.0\nrate = -0.75\n[[phase]]\nstart = 3.0\nrate = "
      "2.0\n");
  for (const JointProgramme* p : {&positions, &rates}) {
    const JointMotionSignal signal(*p, 0.3);
    const double h = 1e-5;
    for (double t = 0.05; t < 7.0; t += 0.0931) {
      const CoordinateCommand c = signal.at(t);
      // central differences: error h^2/6 times the next derivatives (below 20 here), and rounding 1e-16 / h
      CHECK(c.v == Approx((signal.at(t + h).q - signal.at(t - h).q) / (2 * h)).margin(1e-8));
      CHECK(c.a == Approx((signal.at(t + h).v - signal.at(t - h).v) / (2 * h)).margin(1e-8));
    }
  }
}

TEST_CASE("positions begin at the initial one and end at the last, rates hold from the start") {
  const double degree = 3.14159265358979323846 / 180.0;
  const JointMotionSignal leg(
      read_joint_programme("joint = \"leg\"\n[[phase]]\nstart = 1.0\nposition_deg = 40.0\n"), 0.1);
  CHECK(leg.at(0.0).q == 0.1);
  CHECK(leg.at(1.0).q == 0.1);
  CHECK(leg.at(9.0).q == Approx(40.0 * degree).epsilon(1e-15));
  CHECK(leg.at(9.0).v == 0.0);
  const JointMotionSignal stage(
      read_joint_programme("joint = \"stage\"\n[[phase]]\nstart = 0.0\nrate = -0.75\n"), 12.0);
  CHECK(stage.at(4.0).q == Approx(12.0 - 3.0).epsilon(1e-15));
  CHECK(stage.at(0.0).v == -0.75);
}

TEST_CASE("a name ending in a star means all that begin so") {
  const JointProgramme p =
      read_joint_programme("joint = \"deploy_*\"\n[[phase]]\nstart = 1.0\nposition_deg = 4.0\n");
  CHECK(p.names("deploy_front_left"));
  CHECK_FALSE(p.names("drive_front_left"));
  CHECK_FALSE(
      read_joint_programme("joint = \"leg\"\n[[phase]]\nstart = 1.0\nposition_deg = 4.0\n").names("leg_2"));
}

TEST_CASE("a programme that cannot be followed is refused") {
  CHECK_THROWS_AS(read_joint_programme("joint = \"a\"\n"), InputError);
  CHECK_THROWS_AS(read_joint_programme("joint = \"a\"\n[[phase]]\nstart = 1.0\n"), InputError);
  CHECK_THROWS_AS(read_joint_programme("joint = \"a\"\n[[phase]]\nstart = 1.0\nrate = 1.0\nposition = 2.0\n"),
                  InputError);
  CHECK_THROWS_AS(
      read_joint_programme(
          "joint = \"a\"\n[[phase]]\nstart = 1.0\nrate = 1.0\n[[phase]]\nstart = 3.0\nposition = 2.0\n"),
      InputError);
  CHECK_THROWS_AS(read_joint_programme(
                      "joint = \"a\"\nramp = 1.0\n[[phase]]\nstart = 1.0\nrate = 1.0\n[[phase]]\nstart = "
                      "1.5\nrate = 2.0\n"),
                  InputError);
}
