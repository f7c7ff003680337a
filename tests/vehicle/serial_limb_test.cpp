// SPDX-License-Identifier: BSD-3-Clause
// Limbs without a closed form, tried on one that has it: the last three axes of limb_rover's limbs meet in the ankle.
#include "grouser/vehicle/legs/serial_limb.hpp"

#include <cmath>

#include "catch.hpp"
#include "grouser/base/asset_path.hpp"
#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"
#include "grouser/math/random.hpp"
#include "grouser/vehicle/legs/body_pose.hpp"
#include "grouser/vehicle/legs/walk_controller.hpp"
#include "grouser/vehicle/spec/leg_spec.hpp"
#include "grouser/vehicle/spec/vehicle_document.hpp"

using namespace grouser;

namespace {

SerialLimb limb_of_rover() {
  return SerialLimb(std::get<SerialLimbSpec>(load_legs("limb_rover").front().dimensions));
}

LegAngles random_angles(const SerialLimb& limb, math::RandomStream& random) {
  LegAngles angles(limb.joints());
  for (int k = 0; k < limb.joints(); ++k)
    angles[k] = limb.lowest(k) + (limb.highest(k) - limb.lowest(k)) * random.uniform();
  return angles;
}

/// D. L. Pieper (1968): the ankle by the first three angles, a triangle; the attitude by the last three. knee_way: sign of the knee's
/// cosine, which of the two triangles.
LegAngles by_hand(const SerialLimb& limb, const RigidTransform& end, double knee_way) {
  const auto& joints = limb.spec().joints;
  const Mat3 mount = joints[0].X_PJ.R;
  const double out = joints[1].X_PJ.p.x(), thigh = joints[2].X_PJ.p.x(),
               shin = -(joints[3].X_PJ.p.z() + joints[4].X_PJ.p.z());
  const Vec3 ankle = mount.transpose() * (end * Vec3(-limb.spec().X_end.p) - joints[0].X_PJ.p);
  LegAngles q(6);
  q[0] = std::atan2(ankle.y(), ankle.x());
  const double r = std::hypot(ankle.x(), ankle.y()) - out, z = ankle.z();
  const double sine = (thigh * thigh + shin * shin - r * r - z * z) / (2.0 * thigh * shin);
  const double cosine = knee_way * std::sqrt(1.0 - sine * sine);
  q[2] = std::atan2(sine, cosine);
  const double a = thigh - shin * sine, b = shin * cosine;
  q[1] = std::atan2(-(a * z + b * r), a * r - b * z);
  const Mat3 shank = mount * rotation_from_rpy(0.0, q[1] + q[2], q[0]);
  const RollPitchYaw wrist = rpy_from_rotation(joints[3].X_PJ.R.transpose() * shank.transpose() * end.R);
  q[3] = wrist.yaw, q[4] = wrist.pitch, q[5] = wrist.roll;
  return q;
}

bool within(const SerialLimb& limb, const LegAngles& angles) {
  for (int k = 0; k < limb.joints(); ++k)
    if (angles[k] < limb.lowest(k) || angles[k] > limb.highest(k)) return false;
  return true;
}

}  // namespace

TEST_CASE("a limb's angles are those of the closed form that this limb has", "[vehicle]") {
  const SerialLimb limb = limb_of_rover();
  math::RandomStream random(19, 0);
  int near_start = 0, asked = 0;
  for (int n = 0; n < 4000; ++n) {
    const LegAngles angles = random_angles(limb, random);
    const RigidTransform end = limb.end(angles);
    const LegAngles closed = by_hand(limb, end, std::cos(angles[2]) > 0.0 ? 1.0 : -1.0);
    // the ankle ahead of the yaw axis, the knee and the wrist off their singular angles, where no method knows angles to many digits
    if (std::fabs(closed[0] - angles[0]) > 1e-3 || std::fabs(std::cos(angles[2])) < 0.1) continue;
    ++asked;
    REQUIRE((closed - angles).norm() < 1e-9);
    LegAngles start = angles;
    for (int k = 0; k < 6; ++k)
      start[k] = std::clamp(start[k] + 0.2 * (random.uniform() - 0.5), limb.lowest(k), limb.highest(k));
    const LegSolution found = limb.reach(end, start);
    REQUIRE(within(limb, found.angles));
    if (!found.reached) continue;
    REQUIRE(found.distance < 2e-9);
    near_start += (found.angles - angles).norm() < 1e-6;
  }
  CAPTURE(asked, near_start);
  CHECK(asked > 2000);
  CHECK(near_start > 0.995 * asked);  // from up to 6 degrees off in each joint
}

TEST_CASE("a limb finds what lies in its range from starts all over it", "[vehicle]") {
  const SerialLimb limb = limb_of_rover();
  math::RandomStream random(7, 0);
  constexpr int kPoses = 200;
  int reached = 0;
  for (int n = 0; n < kPoses; ++n) {
    const RigidTransform end = limb.end(random_angles(limb, random));
    const LegSolution found = limb.find(end);
    reached += found.reached;
    if (!found.reached) continue;
    const RigidTransform there = limb.end(found.angles);
    REQUIRE((there.p - end.p).norm() < 1e-8);
    REQUIRE((there.R - end.R).norm() < 1e-7);
    REQUIRE(within(limb, found.angles));
  }
  CAPTURE(reached);
  CHECK(reached >= 0.97 * kPoses);
}

TEST_CASE("a limb's Jacobian is that of differences", "[vehicle]") {
  const SerialLimb limb = limb_of_rover();
  math::RandomStream random(3, 0);
  constexpr double kStep = 1e-5;  // rad: its square is the error
  for (int n = 0; n < 50; ++n) {
    const LegAngles angles = random_angles(limb, random);
    const LimbJacobian J = limb.jacobian(angles);
    for (int k = 0; k < 6; ++k) {
      LegAngles more = angles, less = angles;
      more[k] += kStep, less[k] -= kStep;
      const RigidTransform a = limb.end(more), b = limb.end(less);
      CHECK((Vec3((a.p - b.p) / (2.0 * kStep)) - J.block<3, 1>(0, k)).norm() < 1e-9);
      const Vec3 turn = quat_log(to_quat(Mat3(a.R * b.R.transpose()))) / (2.0 * kStep);
      CHECK((turn - J.block<3, 1>(3, k)).norm() < 1e-9);
    }
  }
}

TEST_CASE("beyond its reach a limb is straight and points there, a limit that is in the way is named",
          "[vehicle]") {
  // yaw, hip and knee alone: they hold a point. Links of 0.5 and 0.4 m, stretched along x at 0.
  SerialLimbSpec spec;
  spec.joints = {{"yaw", {}, Vec3::UnitZ(), -2.0, 2.0},
                 {"hip", {}, Vec3::UnitY(), -2.0, 2.0},
                 {"knee", {Mat3::Identity(), Vec3(0.5, 0, 0)}, Vec3::UnitY(), -2.5, 2.5}};
  spec.X_end.p = {0.4, 0.0, 0.0};
  const SerialLimb limb(spec);
  CHECK_FALSE(limb.holds_attitude());
  const LegAngles bent = Vec3(0.1, 0.3, 0.4);
  const RigidTransform far{Mat3::Identity(), Vec3(1.0, 0.6, -0.5)};
  const LegSolution nearest = limb.reach(far, bent);
  CHECK_FALSE(nearest.reached);
  CHECK(nearest.distance == Approx(far.p.norm() - 0.9).margin(1e-5));
  CHECK((limb.end(nearest.angles).p.normalized() - far.p.normalized()).norm() < 5e-3);
  const LegBlock short_one = limb.blocked(far, bent);
  CHECK(short_one.joint == -1);
  CHECK(short_one.beyond == Approx(far.p.norm() - 0.9).margin(1e-5));
  // a point that needs the yaw at 2.2 rad while the limb is bent as it is
  LegAngles turned = bent;
  turned[0] = 2.2;
  const LegBlock block = limb.blocked(limb.end(turned), bent);
  CHECK(block.joint == 0);
  CHECK(block.beyond == Approx(0.2).margin(1e-6));
  spec.joints[1].lowest = 3.0;
  CHECK_THROWS_WITH(SerialLimb(spec), Catch::Matchers::ContainsSubstring("joint 'hip'") &&
                                          Catch::Matchers::ContainsSubstring("lower limit"));
  spec.joints.pop_back();
  CHECK_THROWS_WITH(SerialLimb(spec), Catch::Matchers::ContainsSubstring("a limb of 2 joints"));
}

namespace {

std::vector<WalkerLeg> legs_of_rover() {
  std::vector<WalkerLeg> legs;
  for (const LegSpec& leg : load_legs("limb_rover"))
    legs.push_back(
        {SerialLimb(std::get<SerialLimbSpec>(leg.dimensions)), leg.position, leg.outward, leg.stance, 0.25});
  return legs;
}

}  // namespace

TEST_CASE("limbs hold their wheels where they stand, and upright, while the body moves and turns",
          "[vehicle]") {
  const WalkController controller(legs_of_rover(), {}, 850.0, 9.81, ServoSpec{});
  const std::vector<WalkerLeg>& legs = controller.legs();
  std::vector<Vec3> feet;
  for (const WalkerLeg& leg : legs) feet.push_back(leg.to_body(leg.stance));
  const RigidTransform body{to_matrix(quat_exp(Vec3(0.05, -0.08, 0.1))), Vec3(0.2, -0.1, 0.15)};
  const PoseReach found = reach_pose(legs, body, feet);
  REQUIRE(found.reached);
  for (std::size_t i = 0; i < legs.size(); ++i) {
    const RigidTransform wheel = body * legs[i].foot(found.angles[i]);
    CHECK((wheel.p - feet[i]).norm() < 5e-9);  // kLimbReached of limbs of 2 m
    CHECK((wheel.R - Mat3::Identity()).norm() < 2e-8);
  }
  // out of reach: the joint that is in the way has a name
  const PoseReach far = reach_pose(legs, {to_matrix(quat_exp(Vec3(0, 0, 1.2))), Vec3::Zero()}, feet);
  REQUIRE_FALSE(far.reached);
  CHECK_THAT(describe(legs[far.leg], far.block), Catch::Matchers::ContainsSubstring("beyond its limit") ||
                                                     Catch::Matchers::ContainsSubstring("off its foot"));
}

TEST_CASE("a limb whose limits leave out its stance is refused", "[vehicle]") {
  std::vector<WalkerLeg> legs = legs_of_rover();
  SerialLimbSpec stiff = legs[3].limb()->spec();
  stiff.joints[2].lowest = 0.8;  // rad: on the stance its knee is at 0.2
  legs[3].kinematics = SerialLimb(stiff);
  const WalkController controller(legs, {}, 850.0, 9.81, ServoSpec{});
  CHECK_NOTHROW(controller.stance_angles(0));
  CHECK_THROWS_WITH(controller.stance_angles(3),
                    Catch::Matchers::ContainsSubstring("beyond what the leg reaches"));
}

TEST_CASE("limbs are refused whose joints are no chain to their wheel", "[vehicle]") {
  const auto refusal = [](const std::string& was, const std::string& becomes) -> std::string {
    std::string text = read_text_file(resolve_asset("limb_rover", "rovers", "."));
    const std::size_t at = text.find(was);
    REQUIRE(at != std::string::npos);
    text.replace(at, was.size(), becomes);
    try {
      read_vehicle_document({.name = "limb_rover.toml", .text = text});
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  const std::string motors =
      R"(motors = ["yaw_front_left", "hip_front_left", "knee_front_left", "twist_front_left", "pitch_front_left", "roll_front_left"])";
  CHECK(refusal(motors, motors).empty());
  CHECK_THAT(refusal(motors, R"(motors = ["yaw_front_left", "knee_front_left", "hip_front_left"])"),
             Catch::Matchers::ContainsSubstring("a chain") &&
                 Catch::Matchers::ContainsSubstring("yaw_link_front_left"));
  CHECK_THAT(refusal(motors, R"(motors = ["yaw_front_left", "hip_front_left", "knee_front_left"])"),
             Catch::Matchers::ContainsSubstring("not on body 'knee_link_front_left'"));
  CHECK_THAT(refusal(motors, R"(motors = ["drive_front_left"])"),
             Catch::Matchers::ContainsSubstring("dynamic revolute"));
  CHECK_THAT(refusal(R"(wheel = "front_left")", R"(wheel = "nobody")"),
             Catch::Matchers::ContainsSubstring("[[wheels]]"));
  CHECK_THAT(refusal(motors, "motors = []"), Catch::Matchers::ContainsSubstring("leg 'front_left'"));
}
