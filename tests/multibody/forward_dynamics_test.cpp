// SPDX-License-Identifier: BSD-3-Clause
// The recursion against the dense reference, which shares with it only the joints' geometry and passive laws.

#include "catch.hpp"
#include "grouser/multibody/dense/effective_masses.hpp"
#include "multibody/random_forest.hpp"

using namespace grouser;
using grouser::test::Random;
using grouser::test::random_forest;
using grouser::test::RandomState;

TEST_CASE("added inertia: the recursion agrees with the reference, and joint loads with accelerations",
          "[multibody]") {
  int used = 0;
  for (unsigned seed = 1; seed <= 60; ++seed) {
    const Model model = random_forest(seed);
    RandomState s(model, seed);
    Random random(seed);
    Loads loads = s.loads;
    loads.added.resize(model.bodies().size());
    for (AddedInertia& added : loads.added) {
      // a damper c across n at a point r, times gamma: positive semidefinite
      const Vec3 n = random.unit();
      const Vec3 r = random.vector(1.0);
      Mat3 R;
      R << 0, -r.z(), r.y(), r.z(), 0, -r.x(), -r.y(), r.x(), 0;
      added.M = random.between(0.0, 5.0) * (Mat3::Identity() - n * n.transpose());
      added.H = R * added.M;
      added.J = R * added.M * R.transpose();
    }
    Kinematics kinematics(model);
    calc_kinematics(model, s.q, s.v, kinematics);
    DynamicsWorkspace workspace(model);
    VecX a = s.a, effort = VecX::Zero(model.nv()), a_ref = s.a, effort_ref = effort, a_bare = s.a;
    forward_dynamics(model, s.q, s.v, kinematics, loads, ImplicitDamping{}, workspace, a, effort);
    forward_dynamics_reference(model, s.q, s.v, kinematics, loads, ImplicitDamping{}, a_ref, effort_ref);
    forward_dynamics(model, s.q, s.v, kinematics, s.loads, ImplicitDamping{}, workspace, a_bare, effort);
    INFO("seed " << seed);
    CHECK((a - a_ref).lpNorm<Eigen::Infinity>() <= 1e-10 * (1e-300 + a_ref.lpNorm<Eigen::Infinity>()));
    used += (a - a_bare).norm() > 1e-6 * a.norm();
    // the same as a wrench given from outside, -G A, with the accelerations found
    calc_accelerations(model, s.q, s.v, a, kinematics);
    Loads given = s.loads;
    for (std::size_t i = 0; i < given.on_body.size(); ++i) {
      const BodyMotion& m = kinematics.body[i];
      const AddedInertia& g = loads.added[i];
      given.on_body[i].moment -= g.J * m.w_dot + g.H * m.v_dot;
      given.on_body[i].force -= g.H.transpose() * m.w_dot + g.M * m.v_dot;
    }
    std::vector<Wrench> with_added, with_given;
    calc_joint_loads(model, kinematics, loads, with_added);
    calc_joint_loads(model, kinematics, given, with_given);
    for (std::size_t i = 0; i < with_added.size(); ++i)
      CHECK((with_added[i].force - with_given[i].force).norm() <= 1e-10 * (1.0 + with_given[i].force.norm()));
  }
  CHECK(used > 30);
}

TEST_CASE("recursive and reference forward dynamics agree on 200 random forests", "[multibody]") {
  int prescribed = 0, coupled = 0;
  double worst = 0.0;
  for (unsigned seed = 1; seed <= 200; ++seed) {
    const Model model = random_forest(seed);
    RandomState s(model, seed);
    Kinematics kinematics(model);
    calc_kinematics(model, s.q, s.v, kinematics);
    DynamicsWorkspace workspace(model);
    const VecX v_base = 0.9 * s.v;
    for (const ImplicitDamping& damping : {ImplicitDamping{}, ImplicitDamping{0.01, &v_base}}) {
      VecX a = s.a, effort = VecX::Zero(model.nv()), a_ref = s.a, effort_ref = effort;
      forward_dynamics(model, s.q, s.v, kinematics, s.loads, damping, workspace, a, effort);
      forward_dynamics_reference(model, s.q, s.v, kinematics, s.loads, damping, a_ref, effort_ref);
      // Relative to the largest entry: entries of one vector share their rounding.
      const double a_error =
          (a - a_ref).lpNorm<Eigen::Infinity>() / (1e-300 + a_ref.lpNorm<Eigen::Infinity>());
      const double e_error =
          (effort - effort_ref).lpNorm<Eigen::Infinity>() / (1.0 + effort_ref.lpNorm<Eigen::Infinity>());
      INFO("seed " << seed << ", gamma " << damping.gamma);
      CHECK(a_error < 1e-10);
      CHECK(e_error < 1e-10);
      worst = std::max({worst, a_error, e_error});
    }
    for (const CoordinateMode mode : model.modes()) prescribed += mode == CoordinateMode::prescribed;
    coupled += static_cast<int>(model.rows().size());
  }
  CHECK(worst > 0.0);       // two computations, not one
  CHECK(prescribed > 200);  // the sample really holds both kinds
  CHECK(coupled > 50);
}

TEST_CASE(
    "what an impulse at a body changes gives the effective mass at each of its points, along any direction",
    "[multibody]") {
  for (unsigned seed = 1; seed <= 40; ++seed) {
    const Model model = random_forest(seed);
    RandomState s(model, seed);
    Random random(seed);
    Kinematics kinematics(model);
    calc_kinematics(model, s.q, s.v, kinematics);
    const EffectiveMasses masses(model, s.q, kinematics);
    CHECK(masses.mobility_of(kWorld).isZero(0.0));
    for (int body = 0; body < static_cast<int>(model.bodies().size()); ++body) {
      const RigidTransform& X = kinematics.body[static_cast<std::size_t>(body)].X_WB;
      const Vec3 point = random.vector(1.0), along = random.unit();
      const double mass = masses.at(BodyId{body}, X * point, X.R * along);
      Vec6 w;
      w << point.cross(along), along;
      const double mobility = w.dot(masses.mobility_of(BodyId{body}) * w);
      INFO("seed " << seed << ", body " << body);
      CHECK(mobility == Approx(1.0 / mass).epsilon(1e-9).margin(1e-12));
    }
  }
}
