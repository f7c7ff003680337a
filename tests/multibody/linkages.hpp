// SPDX-License-Identifier: BSD-3-Clause
// Linkages with loop joints that several tests share.
#pragma once
#include "analytic/four_bar.hpp"
#include "grouser/multibody/build/model_builder.hpp"
#include "grouser/multibody/constraints/closure.hpp"
#include "grouser/multibody/constraints/row_laws.hpp"

namespace grouser::test {

/// A crank-rocker (Grashof: 0.3 + 0.9 < 0.7 + 0.8) that can turn all the way round.
inline analytic::FourBar crank_rocker() {
  return {0.3, 0.9, 0.7, 0.8, {2.0, 3.0, 2.5}, {0.2, 0.5, 0.3}, {0.05, 0.3, 0.2}, 9.81};
}

/// Joint angles are 0 at theta = start and turn from x to z; the coupler hangs on the crank, and `closure` joins its
/// end to the rocker's. driver: "crank" or "rocker" embeds the linkage.
inline ModelBuilder four_bar_builder(const analytic::FourBar& bars, double start, LoopJointType closure,
                                     CoordinateMode crank_mode = CoordinateMode::dynamic,
                                     CoordinateMode rocker_mode = CoordinateMode::dynamic,
                                     const std::string& driver = "") {
  ModelBuilder builder;
  const auto [theta, phi, psi] = bars.angles(start);
  const Vec3 axis = -Vec3::UnitY();
  const std::array<const char*, 3> names = {"crank", "coupler", "rocker"};
  for (std::size_t k = 0; k < 3; ++k)
    builder.add_body(
        {names[k], bars.mass[k], Vec3(bars.middle[k], 0, 0), bars.inertia[k] * Mat3::Identity()});
  const auto hinge = [&](const char* name, const char* parent, double angle, double x, CoordinateMode mode) {
    JointSpec joint{.name = name, .type = JointType::revolute, .parent = parent, .child = name};
    joint.X_PJ = {rotation_about(axis, angle), Vec3(x, 0, 0)};
    joint.axis = axis;
    joint.mode = mode;
    builder.add_joint(joint);
  };
  hinge("crank", "world", theta, 0.0, crank_mode);
  hinge("coupler", "crank", phi - theta, bars.a, CoordinateMode::dynamic);
  hinge("rocker", "world", psi, bars.d, rocker_mode);
  LoopJointSpec pin{.name = "pin", .type = closure, .body_a = "coupler", .body_b = "rocker"};
  pin.X_AJ.p = Vec3(bars.b, 0, 0);
  pin.X_BJ.p = Vec3(bars.c, 0, 0);
  pin.axis = axis;
  pin.driver = driver;
  return builder.add_loop_joint(pin);
}
inline Model embedded_four_bar(const analytic::FourBar& bars, double start, const std::string& driver) {
  return four_bar_builder(bars, start, LoopJointType::inline_pin, CoordinateMode::dynamic,
                          CoordinateMode::dynamic, driver)
      .build("four-bar");
}

/// Crank about z and rocker about an axis askew, their ends joined by a rod with a ball at each end.
struct Rssr {
  double crank = 0.2, rocker = 0.6, rod = 0.9;
  Vec3 pivot = Vec3(0.7, 0.3, -0.2);
  Mat3 frame = rotation_about(Vec3(0.6, 0.0, 0.8), 1.1);  // rocker turns about its z, at angle 0 along its x

  Vec3 crank_end(double theta) const { return crank * Vec3(std::cos(theta), std::sin(theta), 0.0); }
  /// From |pivot + r (cos psi e1 + sin psi e2) - crank end|^2 = rod^2: A cos psi + B sin psi = C.
  double psi(double theta) const {
    const Vec3 s = pivot - crank_end(theta);
    const double A = 2.0 * rocker * s.dot(frame.col(0)), B = 2.0 * rocker * s.dot(frame.col(1));
    const double C = rod * rod - rocker * rocker - s.squaredNorm();
    return std::atan2(B, A) - std::acos(C / std::hypot(A, B));
  }
};

enum class Rod { row, body };  ///< a distance row, or a body on a spherical joint and closed by another

/// Angles are those of the closed form; neutral near theta = 0.
inline Model rssr_model(const Rssr& linkage, Rod rod) {
  ModelBuilder builder;
  const Mat3 inertia = Vec3(0.02, 0.03, 0.04).asDiagonal();
  builder.add_body({"crank", 1.0, Vec3(0.1, 0, 0), inertia})
      .add_body({"rocker", 2.0, Vec3(0.3, 0, 0), inertia});
  JointSpec crank{.name = "crank", .type = JointType::revolute, .parent = "world", .child = "crank"};
  JointSpec rocker{.name = "rocker", .type = JointType::revolute, .parent = "world", .child = "rocker"};
  rocker.X_PJ = {linkage.frame * rotation_about(Vec3::UnitZ(), linkage.psi(0.0)), linkage.pivot};
  builder.add_joint(crank).add_joint(rocker);
  LoopJointSpec loop{.name = "rod", .type = LoopJointType::distance, .body_a = "crank", .body_b = "rocker"};
  loop.X_AJ.p = Vec3(linkage.crank, 0, 0);
  loop.X_BJ.p = Vec3(linkage.rocker, 0, 0);
  loop.length = linkage.rod;
  if (rod == Rod::body) {
    const Vec3 from = linkage.crank_end(0.0);
    const Vec3 to =
        linkage.pivot + linkage.frame * rotation_about(Vec3::UnitZ(), linkage.psi(0.0)) * loop.X_BJ.p;
    Mat3 R;
    R.col(0) = (to - from).normalized();
    R.col(1) = R.col(0).cross(Vec3::UnitZ()).normalized();
    R.col(2) = Vec3(R.col(0)).cross(Vec3(R.col(1)));
    builder.add_body({"rod", 0.5, Vec3(0.45, 0, 0), Mat3(Vec3(0.001, 0.03, 0.03).asDiagonal())});
    JointSpec ball{.name = "ball", .type = JointType::spherical, .parent = "crank", .child = "rod"};
    ball.X_PJ = {R, loop.X_AJ.p};
    builder.add_joint(ball);
    loop.type = LoopJointType::spherical;
    loop.body_a = "rod";
    loop.X_AJ.p = Vec3(linkage.rod, 0, 0);
  }
  return builder.add_loop_joint(loop).build("RSSR");
}

/// The leg of seed 002 (assets/walkers/quad_fourbar.toml), its hip held, a spring for its knee's motor, which keeps it off the dead
/// points. All angles 0: closed. driver: "crank" or "shank" embeds its linkage.
struct SwingingLeg {
  static constexpr double kArm = 0.044, kBack = 0.020, kCrank = 0.027, kThigh = 0.087, kCoupler = 0.107,
                          kLever = 0.0245, kShank = 0.110;  // m
  std::string driver;
  double energy = 0.0;  ///< J: m g l of all its links, its size for drifts
  Model model;
  explicit SwingingLeg(const std::string& with_driver) : driver(with_driver), model(build()) {}

 private:
  Model build() {
    const Vec3 axis = -Vec3::UnitY();
    ModelBuilder builder;
    const auto link = [&](const char* name, const char* parent, double mass, const Vec3& com, double length,
                          const RigidTransform& X) {
      const double inertia = mass * length * length / 12.0 + 1e-6;
      builder.add_body({name, mass, com, Vec3(inertia, inertia, 0.1 * inertia).asDiagonal()});
      JointSpec joint{.name = name,
                      .type = JointType::revolute,
                      .parent = parent,
                      .child = name,
                      .X_PJ = X,
                      .axis = axis};
      joint.forces.stiffness = joint.name == "crank" ? 0.04 : 0.0;  // N m/rad
      builder.add_joint(joint);
      energy += mass * 9.81 * (kThigh + kShank);
    };
    // angles of shank and coupler with the motor at 0, from the triangle of the diagonal
    const double base = kBack + kThigh, d = std::hypot(kCrank, base);
    const double knee = EIGEN_PI - std::atan2(kCrank, base) -
                        std::acos((d * d + kLever * kLever - kCoupler * kCoupler) / (2.0 * d * kLever));
    const double coupler = std::atan2(kLever * std::sin(knee) - kCrank, base + kLever * std::cos(knee));
    link("thigh", "world", 0.085, {kArm, 0, -0.03}, 0.1, {});
    link("crank", "thigh", 0.004, {0.5 * kCrank, 0, 0}, kCrank, {Mat3::Identity(), {kArm, 0, kBack}});
    link("coupler", "crank", 0.008, {0, 0, -0.5 * kCoupler}, kCoupler,
         {rotation_about(axis, coupler), {kCrank, 0, 0}});
    link("shank", "thigh", 0.020, {0, 0, -0.05}, kLever + kShank,
         {rotation_about(axis, knee), {kArm, 0, -kThigh}});
    LoopJointSpec pin{
        .name = "pin", .type = LoopJointType::inline_pin, .body_a = "shank", .body_b = "coupler"};
    pin.X_AJ.p = {0, 0, -kLever};
    pin.X_BJ.p = {0, 0, -kCoupler};
    pin.axis = axis;
    pin.driver = driver;
    return builder.add_loop_joint(pin).build("leg");
  }
};

/// The gap that is open by most, m or rad.
inline double widest_gap(const Model& model, const VecX& q) {
  Kinematics kinematics(model);
  calc_kinematics(model, q, VecX::Zero(model.nv()), kinematics);
  double widest = 0.0;
  for (const Row& row : model.rows()) widest = std::max(widest, std::fabs(calc_gap(row, q, kinematics)));
  return widest;
}

}  // namespace grouser::test
