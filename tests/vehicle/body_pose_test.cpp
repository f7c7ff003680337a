// SPDX-License-Identifier: BSD-3-Clause
// Poses of a body over feet that stay: angles for poses, and poses for angles, each by the other.
#include "grouser/vehicle/legs/body_pose.hpp"

#include <random>

#include "catch.hpp"
#include "grouser/math/units.hpp"
#include "grouser/vehicle/spec/leg_spec.hpp"

using namespace grouser;

namespace {

std::vector<WalkerLeg> legs_of(const char* walker) {
  std::vector<WalkerLeg> legs;
  for (const LegSpec& leg : load_legs(walker))
    legs.push_back(
        {FourBarLeg(std::get<FourBarLegSpec>(leg.dimensions)), leg.position, leg.outward, leg.stance, 0.012});
  return legs;
}

std::vector<Vec3> stance_of(const std::vector<WalkerLeg>& legs) {
  std::vector<Vec3> feet;
  for (const WalkerLeg& leg : legs) feet.push_back(leg.to_body(leg.stance));
  return feet;
}

/// Where angles put all feet, seen from the body.
std::vector<Vec3> feet_of(const std::vector<WalkerLeg>& legs, const PoseReach& pose) {
  std::vector<Vec3> feet;
  for (std::size_t i = 0; i < legs.size(); ++i) feet.push_back(legs[i].foot(pose.angles[i]).p);
  return feet;
}

}  // namespace

TEST_CASE("10^4 random poses: the feet stay, or the leg and joint that forbid it are named", "[vehicle]") {
  const char* walker = GENERATE("quad_fourbar", "quad_serial");
  const std::vector<WalkerLeg> legs = legs_of(walker);
  const std::vector<Vec3> feet = stance_of(legs);
  std::mt19937_64 random(11);
  std::normal_distribution<double> spread;
  int reached = 0, refused = 0, by_joint[4] = {};
  for (int n = 0; n < 10000; ++n) {
    // about 15 degrees and 25 mm: some poses within the limits, some far beyond
    const Quat turn = quat_exp(0.15 * Vec3(spread(random), spread(random), spread(random)));
    const RigidTransform body{to_matrix(turn), 0.015 * Vec3(spread(random), spread(random), spread(random))};
    const PoseReach found = reach_pose(legs, body, feet);
    if (found.reached) {
      ++reached;
      const std::vector<Vec3> in_body = feet_of(legs, found);
      double off = 0.0;
      for (std::size_t i = 0; i < legs.size(); ++i) off = std::max(off, (body * in_body[i] - feet[i]).norm());
      REQUIRE(off < 1e-9);
      continue;
    }
    ++refused;
    ++by_joint[found.block.joint + 1];
    // the limit named is in the way: with that joint set free, and it alone where it is the only one, the leg reaches
    const WalkerLeg& leg = legs[found.leg];
    const Vec3 target = leg.to_leg(body.inverse() * feet[found.leg]);
    REQUIRE(found.block.beyond > 0.0);
    FourBarLegSpec wider = leg.four_bar()->spec();
    for (std::size_t k = 0; k < 3; ++k) {
      // no other joint is farther beyond its own
      wider.lowest[k] -= found.block.beyond + 1e-6;
      wider.highest[k] += found.block.beyond + 1e-6;
    }
    if (found.block.joint >= 0 && wider.lowest[2] > -1.15 &&
        wider.highest[2] < 1.05) {  // short of the dead points
      REQUIRE(FourBarLeg(wider).solves(target));
      wider.lowest[static_cast<std::size_t>(found.block.joint)] += 2e-6;
      wider.highest[static_cast<std::size_t>(found.block.joint)] -= 2e-6;
      REQUIRE_FALSE(FourBarLeg(wider).solves(target));
    }
  }
  CAPTURE(reached, refused, by_joint[0], by_joint[1], by_joint[2], by_joint[3]);
  CHECK(reached > 1000);
  CHECK(refused > 1000);
  CHECK(by_joint[1] > 0);  // rolls may not turn inwards
}

TEST_CASE("a leg with its motor on the knee has the angles of a two-link arm", "[vehicle]") {
  const FourBarLeg leg = *legs_of("quad_serial").front().four_bar();
  const FourBarLegSpec& s = leg.spec();
  for (const double motor : {-0.8, -0.2, 0.0, 0.5, 0.85}) {
    REQUIRE(leg.knee(motor));
    CHECK(leg.knee(motor)->angle == Approx(motor + 0.5 * EIGEN_PI).margin(1e-12));
    CHECK(leg.knee(motor)->rate == Approx(1.0).epsilon(1e-12));
  }
  // thigh straight down, shank at right angles forward
  const Vec3 foot = leg.foot(Vec3::Zero());
  CHECK(foot.x() == Approx(s.ahead + s.arm + s.lever + s.shank).epsilon(1e-12));
  CHECK(foot.y() == Approx(s.side).epsilon(1e-12));
  CHECK(foot.z() == Approx(s.drop + s.thigh + s.foot_offset).epsilon(1e-12));
}

TEST_CASE("between two poses the way is straight and the turn the shortest", "[vehicle]") {
  const RigidTransform from{rotation_about(Vec3::UnitZ(), 0.2), Vec3(1, 2, 3)},
      to{rotation_about(Vec3::UnitZ(), 0.8), Vec3(2, 2, 1)};
  const RigidTransform half = between_poses(from, to, 0.5);
  CHECK((half.p - Vec3(1.5, 2, 2)).norm() < 1e-15);
  CHECK((half.R - rotation_about(Vec3::UnitZ(), 0.5)).norm() < 1e-14);
}
