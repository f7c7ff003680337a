// SPDX-License-Identifier: BSD-3-Clause
// Dense matrices of a floating tree against the reference dynamics and against momenta of the bodies themselves.
#include "grouser/multibody/dense/floating_tree.hpp"

#include "allocation_counter.hpp"
#include "catch.hpp"
#include "grouser/base/error.hpp"
#include "random_forest.hpp"

using namespace grouser;
using namespace grouser::test;

namespace {

/// A free body with revolute joints and a fixed one on it, beside another tree.
Model random_tree(unsigned seed) {
  Random random(seed);
  ModelBuilder builder;
  for (int b = 0; b < 9; ++b) {
    const std::string name = "body" + std::to_string(b);
    builder.add_body(random_body(random, name));
    JointSpec joint;
    joint.name = "joint" + std::to_string(b);
    joint.child = name;
    joint.parent = b < 2 ? "world" : b == 2 ? "body1" : "body" + std::to_string(1 + random.below(b - 1));
    joint.X_PJ = {random.rotation(), random.vector(0.5)};
    joint.axis = random.unit();
    joint.type = b < 2 ? JointType::free : b == 4 ? JointType::fixed : JointType::revolute;
    if (b == 5) joint.forces.rotor_inertia = 0.3;
    builder.add_joint(joint);
  }
  return builder.build("random tree");
}

}  // namespace

TEST_CASE("dense matrices of a floating tree are those of the reference dynamics", "[multibody]") {
  for (unsigned seed = 0; seed < 20; ++seed) {
    const Model model = random_tree(seed);
    RandomState s(model, seed);
    Kinematics kinematics(model);
    calc_kinematics(model, s.q, s.v, kinematics);
    FloatingTree tree(model, model.body("body1"));
    tree.update(s.q, s.v, kinematics, s.loads.gravity);
    REQUIRE(tree.size() == 12);
    VecX effort = s.v;
    forward_dynamics_reference(model, s.q, s.v, kinematics, s.loads, {}, s.a, effort);
    VecX a(tree.size()), given(tree.size()), part(tree.size());
    for (Eigen::Index c = 0; c < tree.size(); ++c) {
      a[c] = s.a[tree.velocities()[static_cast<std::size_t>(c)]];
      given[c] = s.loads.generalized[tree.velocities()[static_cast<std::size_t>(c)]];
    }
    Vec3 force = Vec3::Zero(), moment = Vec3::Zero();
    for (int b = 1; b < 9; ++b) {
      const BodyId body = model.body("body" + std::to_string(b));
      const Wrench& w = s.loads.on_body[static_cast<std::size_t>(body.index)];
      Vec6 about_center;
      about_center << w.moment + (tree.body(body).X_WB.p - tree.center()).cross(w.force), w.force;
      tree.efforts(body, about_center, part);
      given += part;
      force += w.force;
      moment += about_center.head<3>();
    }
    CHECK((tree.mass_matrix() * a + tree.bias() - given).norm() < 1e-9 * (1.0 + given.norm()));
    // momentum and its rate; efforts of free joints act as loads on the root
    const Vec3 p = tree.momentum().tail<3>();
    Vec3 linear = Vec3::Zero(), angular = Vec3::Zero();
    for (int b = 1; b < 9; ++b) {
      const auto i = static_cast<std::size_t>(model.body("body" + std::to_string(b)).index);
      const BodyMotion& motion = kinematics.body[i];
      const Vec3 com = motion.X_WB * model.bodies()[i].com;
      const Mat3 I = motion.X_WB.R * model.bodies()[i].inertia * motion.X_WB.R.transpose();
      linear += model.bodies()[i].mass * motion.velocity_at(com);
      angular += I * motion.w + (com - tree.center()).cross(model.bodies()[i].mass * motion.velocity_at(com));
    }
    CHECK((p - linear).norm() < 1e-10 * (1.0 + linear.norm()));
    CHECK((tree.momentum().head<3>() - angular).norm() < 1e-10 * (1.0 + angular.norm()));
    Kinematics moving = kinematics;
    calc_accelerations(model, s.q, s.v, s.a, moving);
    Vec3 rate = Vec3::Zero();
    for (int b = 1; b < 9; ++b) {
      const auto i = static_cast<std::size_t>(model.body("body" + std::to_string(b)).index);
      const BodyMotion& m = moving.body[i];
      const Vec3 arm = m.X_WB.R * model.bodies()[i].com;
      rate += model.bodies()[i].mass * (m.v_dot + m.w_dot.cross(arm) + m.w.cross(m.w.cross(arm)));
    }
    CHECK(((tree.momentum_matrix() * a + tree.momentum_bias()).tail<3>() - rate).norm() <
          1e-9 * (1.0 + rate.norm()));
    // accelerations of a point, by the Jacobian and what it has without any
    const BodyId last = model.body("body8");
    const Vec3 point = kinematics.body[static_cast<std::size_t>(last.index)].X_WB * Vec3(0.1, -0.2, 0.3);
    Mat3X J(3, tree.size());
    tree.point_jacobian(last, point, J);
    const BodyMotion& m = moving.body[static_cast<std::size_t>(last.index)];
    const Vec3 arm = point - m.X_WB.p, wanted = m.v_dot + m.w_dot.cross(arm) + m.w.cross(m.w.cross(arm));
    CHECK((J * a + tree.point_bias(last, point) - wanted).norm() < 1e-9 * (1.0 + wanted.norm()));
    tree.turning_jacobian(last, J);
    CHECK((J * a + tree.turning_bias(last) - m.w_dot).norm() < 1e-9 * (1.0 + m.w_dot.norm()));
  }
}

TEST_CASE("a floating tree allocates nothing and refuses what it cannot say", "[multibody]") {
  const Model model = random_tree(1);
  RandomState s(model, 1);
  Kinematics kinematics(model);
  calc_kinematics(model, s.q, s.v, kinematics);
  FloatingTree tree(model, model.body("body1"));
  const auto before = allocation_count();
  tree.update(s.q, s.v, kinematics, s.loads.gravity);
  CHECK(allocation_count() == before);
  CHECK_THROWS_AS(FloatingTree(model, model.body("body3")), InputError);
}
