// SPDX-License-Identifier: BSD-3-Clause
// Static wheel loads on level ground, by hand and by the multibody module.
// By hand: moments about the pivots of the suspension, written out for each rover below. By the module:
// accelerations are affine in the vertical forces at the hubs; the forces that make all of them zero are the
// loads.
#include <Eigen/QR>
#include <cmath>
#include <map>

#include "catch.hpp"
#include "grouser/multibody/constraints/forward_dynamics.hpp"
#include "vehicle/shipped_rovers.hpp"

using namespace grouser;
using namespace grouser::test;

namespace {

constexpr double kEarth = 9.81, kMoon = 1.62;  // m/s2
// Both ways are exact statics; what differs is rounding through a solve of condition about 1e3.
constexpr double kTolerance = 1e-10;

using WheelLoads = std::map<std::string, double>;  // N, by wheel

/// Accelerations at rest in pose q with a vertical force on each hub.
class StandingRover {
 public:
  StandingRover(const ShippedRover& rover, const VecX& q, double gravity)
      : rover_(rover),
        q_(q),
        kinematics(at_rest(rover.model, q)),
        loads(rover.model),
        workspace_(rover.model) {
    loads.gravity = Vec3(0, 0, -gravity);
  }
  VecX accelerations(const VecX& forces) {
    for (std::size_t i = 0; i < rover_.spec.wheels.size(); ++i)
      loads.on_body[wheel_body(i)].force = Vec3(0, 0, forces[static_cast<Eigen::Index>(i)]);
    const Model& model = rover_.model;
    VecX a = VecX::Zero(model.nv()), effort = VecX::Zero(model.nv());
    forward_dynamics(model, q_, VecX::Zero(model.nv()), kinematics, loads, {}, workspace_, a, effort);
    return a;
  }
  /// The forces that leave everything at rest, by least squares; accelerations are affine in them.
  VecX balancing_forces() {
    const auto n = static_cast<Eigen::Index>(rover_.spec.wheels.size());
    const VecX free_fall = accelerations(VecX::Zero(n));
    MatX response(rover_.model.nv(), n);
    for (Eigen::Index i = 0; i < n; ++i) response.col(i) = accelerations(VecX::Unit(n, i)) - free_fall;
    return response.colPivHouseholderQr().solve(-free_fall);
  }
  std::size_t wheel_body(std::size_t wheel) const {
    return static_cast<std::size_t>(rover_.model.body(rover_.spec.wheels[wheel].body).index);
  }

 private:
  const ShippedRover& rover_;
  VecX q_;

 public:
  Kinematics kinematics;
  Loads loads;

 private:
  DynamicsWorkspace workspace_;
};

void check_loads(const ShippedRover& rover, double gravity, const WheelLoads& by_hand) {
  StandingRover standing(rover, rover.model.neutral_q(), gravity);
  const VecX forces = standing.balancing_forces();
  CAPTURE(rover.spec.name);
  // It does stand: no coordinate accelerates, and the weight is carried.
  CHECK(standing.accelerations(forces).cwiseAbs().maxCoeff() < 1e-9 * gravity);
  CHECK(forces.sum() == Approx(rover.model.total_mass() * gravity).epsilon(kTolerance));
  REQUIRE(by_hand.size() == rover.spec.wheels.size());
  for (std::size_t i = 0; i < rover.spec.wheels.size(); ++i) {
    CAPTURE(rover.spec.wheels[i].name);
    CHECK(forces[static_cast<Eigen::Index>(i)] ==
          Approx(by_hand.at(rover.spec.wheels[i].name)).epsilon(kTolerance));
  }
}

WheelLoads both_sides(double front, double middle, double rear) {
  return {{"front_left", front},    {"front_right", front}, {"middle_left", middle},
          {"middle_right", middle}, {"rear_left", rear},    {"rear_right", rear}};
}

/// ExoMars. Chassis weight W at x_c rests on two side pivots (P_s each, x = 0.32) and the rear pivot (P_r, x
/// = -0.72):
///   2 P_s + P_r = W,  0.32 2 P_s - 0.72 P_r = W x_c   =>   P_s = W (x_c + 0.72) / 2.08,  P_r = W (0.32 -
///   x_c) / 1.04.
/// A side bogie's pivot is midway between its wheels (x = 0.64 and 0) and above its own weight B: each
/// carries (P_s + B) / 2 and its own leg, steering and wheel U. The rear bogie likewise, left and right.
WheelLoads exomars_by_hand(const ShippedRover& rover, double g) {
  const auto weight = [&](const std::string& body) { return rover.body(body).mass * g; };
  const double W = weight("chassis"), x_c = rover.body("chassis").com.x();
  const double side_pivot = W * (x_c + 0.72) / 2.08, rear_pivot = W * (0.32 - x_c) / 1.04;
  const double unit = weight("leg_front_left") + weight("steering_front_left") + weight("wheel_front_left");
  const double side = 0.5 * (side_pivot + weight("left_bogie")) + unit;
  const double rear = 0.5 * (rear_pivot + weight("rear_bogie")) + unit;
  return both_sides(side, side, rear);
}

/// Rocker-bogie, left half (both halves carry the same). With both rockers loaded alike the differential
/// holds them level with the chassis: half of the chassis, the rocker and the front wheel with its steering
/// are one rigid body, resting on the front wheel (F at x = 1.095) and the bogie pivot (P at x = -0.54):
///   F + P = S = sum of its weights w_i,   1.095 F - 0.54 P = T = sum of w_i x_i   =>   P = (1.095 S - T)
///   / 1.635.
/// The bogie rests on the middle wheel (M at x = -0.089) and the rear wheel (R at x = -1.163), loaded by P
/// and its own weights w_j at x_j; moments about the rear hub:
///   M (1.163 - 0.089) = P (1.163 - 0.54) + sum of w_j (x_j + 1.163),   R = P + sum of w_j - M.
WheelLoads rocker_bogie_by_hand(const ShippedRover& rover, double g) {
  const auto weight = [&](const std::string& body) { return rover.body(body).mass * g; };
  const double front = 1.095, middle = -0.089, rear = -1.163, rocker_pivot = 0.214, bogie_pivot = -0.54;
  const double half_chassis = 0.5 * weight("chassis"), rocker = weight("left_rocker"),
               bogie = weight("left_bogie");
  const double wheel = weight("wheel_front_left"), corner = wheel + weight("steering_front_left");
  const double S = half_chassis + rocker + corner;
  const double T = half_chassis * rover.body("chassis").com.x() +
                   rocker * (rocker_pivot + rover.body("left_rocker").com.x()) + corner * front;
  const double P = (front * S - T) / (front - bogie_pivot), F = S - P;
  const double bogie_x = bogie_pivot + rover.body("left_bogie").com.x();
  const double M =
      (P * (bogie_pivot - rear) + bogie * (bogie_x - rear) + wheel * (middle - rear)) / (middle - rear);
  const double R = P + bogie + wheel + corner - M;
  return both_sides(F, M, R);
}

/// Four wheels at the corners of a rectangle, centre of mass in its middle: a quarter each.
WheelLoads quarter_each(const ShippedRover& rover, double g) {
  const double quarter = 0.25 * rover.model.total_mass() * g;
  return {{"front_left", quarter}, {"front_right", quarter}, {"rear_left", quarter}, {"rear_right", quarter}};
}

/// VIPER: angle a by which an arm gives way from level, by virtual work on one corner. The arm (length L)
/// turns by da: load N and the weights of wheel, steering and carrier move by L cos(a) da, the arm's by half
/// of it:
///   k (rest + a) = ((N - w_wheel - w_steering - w_carrier) L - w_arm L / 2) cos(a).
double arm_yield(const ShippedRover& rover, double g) {
  const auto weight = [&](const char* body) { return rover.body(body).mass * g; };
  constexpr double kLength = 0.30;  // m
  const JointForces& spring = rover.joint("arm_front_left").forces;
  const double outboard =
      weight("wheel_front_left") + weight("steering_front_left") + weight("carrier_front_left");
  const double moment =
      (0.25 * rover.model.total_mass() * g - outboard) * kLength - weight("arm_front_left") * 0.5 * kLength;
  double a = 0.0;
  for (int i = 0; i < 100; ++i)
    a = moment * std::cos(a) / spring.stiffness - spring.rest;  // contracts by 0.03 a turn
  return a;
}

/// All four arms given way by a: front arms turn nose up (-), rear arms (+), the carriers back.
VecX yielded_pose(const ShippedRover& rover, double a) {
  VecX q = rover.model.neutral_q();
  for (const char* corner : {"front_left", "front_right", "rear_left", "rear_right"}) {
    const double angle = corner[0] == 'f' ? -a : a;
    q[rover.joint(std::string("arm_") + corner).q_index] = angle;
    q[rover.joint(std::string("carrier_") + corner).q_index] = -angle;
  }
  return q;
}

}  // namespace

TEST_CASE("static wheel loads of ExoMars: the same by hand and by the multibody module", "[vehicle]") {
  const ShippedRover rover("exomars_lvm");
  const WheelLoads loads = exomars_by_hand(rover, kEarth);
  check_loads(rover, kEarth, loads);
  // As the file claims: equal loads. Its centre of mass has 6 decimals, 1e-6 m of 1 m.
  for (const auto& [name, load] : loads) CHECK(load == Approx(310.0 / 6.0 * kEarth).epsilon(1e-5));
}

TEST_CASE("static wheel loads of the rocker-bogie: the same by hand and by the multibody module",
          "[vehicle]") {
  const ShippedRover rover("rocker_bogie");
  const WheelLoads loads = rocker_bogie_by_hand(rover, kEarth);
  check_loads(rover, kEarth, loads);
  // As the file claims: a third on the front wheels, 37 % and 30 % behind (rounded there to whole per cents).
  const double half = 0.5 * 899.0 * kEarth;
  CHECK(loads.at("front_left") / half == Approx(1.0 / 3.0).epsilon(1e-4));
  CHECK(loads.at("middle_left") / half == Approx(0.37).margin(0.005));
  CHECK(loads.at("rear_left") / half == Approx(0.30).margin(0.005));
}

TEST_CASE("static wheel loads of the four-wheeled rovers are quarters of the weight", "[vehicle]") {
  const ShippedRover fast("four_wheel_fast");
  check_loads(fast, kEarth, quarter_each(fast, kEarth));
}

TEST_CASE("VIPER stands level on its springs, at the angles its file states", "[vehicle]") {
  const ShippedRover rover("viper");
  const double degree = std::acos(-1.0) / 180.0;
  CHECK(std::abs(arm_yield(rover, kMoon)) < 1e-4 * degree);  // rest_deg has 4 decimals
  CHECK(arm_yield(rover, kEarth) == Approx(9.8 * degree).margin(0.05 * degree));
  for (const double g : {kMoon, kEarth}) {
    CAPTURE(g);
    const double a = arm_yield(rover, g);
    CHECK(a < rover.joint("arm_front_left").forces.upper);
    const VecX q = yielded_pose(rover, a);
    StandingRover standing(rover, q, g);
    const VecX quarters = VecX::Constant(4, 0.25 * rover.model.total_mass() * g);
    CHECK(standing.accelerations(quarters).cwiseAbs().maxCoeff() < 1e-9 * g);
    const Vec3 front = hub_position(rover, standing.kinematics, rover.wheel("front_left"));
    CHECK(front.z() - 0.25 ==
          Approx(0.30 * std::sin(a)).margin(1e-12));  // hub above its level place: the drop
  }
}

TEST_CASE("VIPER's Earth unit rides as high on Earth as VIPER on the Moon", "[vehicle]") {
  const ShippedRover unit("viper_mgru3"), flight("viper");
  const double degree = std::acos(-1.0) / 180.0;
  // 73 kg x 9.81 over 440 kg x 1.62 is 1.0047: of 41.31 N m on 1200 N m/rad
  CHECK(arm_yield(unit, kEarth) - arm_yield(flight, kMoon) ==
        Approx(0.0092 * degree).margin(0.0003 * degree));
  CHECK(unit.wheel("front_left").reference_radius() == 0.25);
}

TEST_CASE("joints of a standing rover carry what statics says", "[vehicle]") {
  const ShippedRover rover("exomars_lvm");
  StandingRover standing(rover, rover.model.neutral_q(), kEarth);
  const VecX a = standing.accelerations(standing.balancing_forces());
  calc_accelerations(rover.model, rover.model.neutral_q(), VecX::Zero(rover.model.nv()), a,
                     standing.kinematics);
  std::vector<Wrench> passed;
  calc_joint_loads(rover.model, standing.kinematics, standing.loads, passed);
  const auto down_on = [&](const std::string& body) {
    return -passed[static_cast<std::size_t>(rover.model.body(body).index)].force.z();
  };
  const double W = rover.body("chassis").mass * kEarth, x_c = rover.body("chassis").com.x();
  // The chassis presses on its three pivots as a table on three legs (derivation at exomars_by_hand).
  CHECK(down_on("left_bogie") == Approx(W * (x_c + 0.72) / 2.08).epsilon(kTolerance));
  CHECK(down_on("right_bogie") == Approx(W * (x_c + 0.72) / 2.08).epsilon(kTolerance));
  CHECK(down_on("rear_bogie") == Approx(W * (0.32 - x_c) / 1.04).epsilon(kTolerance));
  CHECK(std::abs(down_on("chassis")) < kTolerance * W);  // nothing holds it but its wheels
  // A free pivot passes no moment about its axis.
  const Wrench& pivot = passed[static_cast<std::size_t>(rover.model.body("left_bogie").index)];
  CHECK(std::abs(pivot.moment.y()) < kTolerance * W);
}
