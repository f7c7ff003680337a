// SPDX-License-Identifier: BSD-3-Clause
// Joint loads against a free-body cut: everything outboard of a joint, as one system, obeys sum F =
// d(momentum)/dt and sum M = d(angular momentum)/dt about the joint, computed here from centres of mass,
// without a recursion.

#include "catch.hpp"
#include "multibody/random_forest.hpp"

using namespace grouser;
using namespace grouser::test;

namespace {

bool is_outboard(const Model& model, std::size_t body, std::size_t of) {
  for (BodyId at{static_cast<int>(body)}; !(at == kWorld);
       at = model.joints()[static_cast<std::size_t>(at.index)].parent)
    if (at.index == static_cast<int>(of)) return true;
  return false;
}

struct SpringEnds {
  Vec3 pa, pb, on_a;
};
SpringEnds spring_by_hand(const SpringElement& s, const Kinematics& k) {
  const auto pose = [&](BodyId b) {
    return b == kWorld ? BodyMotion{} : k.body[static_cast<std::size_t>(b.index)];
  };
  const BodyMotion A = pose(s.body_a), B = pose(s.body_b);
  const Vec3 pa = A.X_WB * s.point_a, pb = B.X_WB * s.point_b, n = (pb - pa).normalized();
  const double length = (pb - pa).norm(), rate = n.dot(B.velocity_at(pb) - A.velocity_at(pa));
  double tension = s.stiffness * (length - s.free_length) + s.damping * rate;
  if (s.tension_only && (length < s.free_length || tension < 0)) tension = 0;
  return {pa, pb, tension * n};
}

}  // namespace

TEST_CASE("joint loads equal those of a free-body cut", "[multibody]") {
  for (unsigned seed = 1; seed <= 60; ++seed) {
    const Model model = random_forest(seed);
    RandomState s(model, seed);
    Kinematics k(model);
    calc_kinematics(model, s.q, s.v, k);
    DynamicsWorkspace workspace(model);
    VecX effort = VecX::Zero(model.nv());
    forward_dynamics(model, s.q, s.v, k, s.loads, {}, workspace, s.a, effort);
    calc_accelerations(model, s.q, s.v, s.a, k);
    std::vector<Wrench> loads;
    calc_joint_loads(model, k, s.loads, loads);
    for (std::size_t j = 0; j < model.bodies().size(); ++j) {
      const Joint& joint = model.joints()[j];
      const RigidTransform X_WP = joint.parent == kWorld
                                      ? RigidTransform{}
                                      : k.body[static_cast<std::size_t>(joint.parent.index)].X_WB;
      const RigidTransform X_WJ = X_WP * joint.X_PJ;
      Vec3 force = Vec3::Zero(), moment = Vec3::Zero();
      double size = 1.0;
      for (std::size_t i = 0; i < model.bodies().size(); ++i) {
        if (!is_outboard(model, i, j)) continue;
        const Body& body = model.bodies()[i];
        const BodyMotion& m = k.body[i];
        const Vec3 c = m.X_WB.R * body.com, arm = m.X_WB.p + c - X_WJ.p;
        const Vec3 a_com = m.v_dot + m.w_dot.cross(c) + m.w.cross(m.w.cross(c));
        const Mat3 I_W = m.X_WB.R * body.inertia * m.X_WB.R.transpose();
        const Vec3 net = body.mass * (a_com - s.loads.gravity);
        force += net - s.loads.on_body[i].force;
        moment += arm.cross(net) + I_W * m.w_dot + m.w.cross(I_W * m.w) - s.loads.on_body[i].moment -
                  (m.X_WB.p - X_WJ.p).cross(s.loads.on_body[i].force);
        size += net.norm() * (1 + arm.norm()) + (I_W * m.w_dot).norm();
      }
      for (const SpringElement& spring : model.springs()) {
        const SpringEnds e = spring_by_hand(spring, k);
        const auto take = [&](BodyId b, const Vec3& p, const Vec3& f) {
          if (b == kWorld || !is_outboard(model, static_cast<std::size_t>(b.index), j)) return;
          force -= f;
          moment -= (p - X_WJ.p).cross(f);
        };
        take(spring.body_a, e.pa, e.on_a);
        take(spring.body_b, e.pb, -e.on_a);
      }
      INFO("seed " << seed << ", joint " << j);
      CHECK((X_WJ.R * loads[j].force - force).norm() < 1e-12 * size);    // sums of up to 16 bodies
      CHECK((X_WJ.R * loads[j].moment - moment).norm() < 1e-12 * size);  // of size `size`
    }
  }
}

TEST_CASE("the load along a hinge's axis is the joint's own effort", "[multibody]") {
  // Otherwise accelerations and loads would disagree. Without couplings the effort of a dynamic joint is what
  // was put in.
  ModelBuilder builder;
  Random random(7);
  builder.add_body(random_body(random, "a")).add_body(random_body(random, "b"));
  JointSpec ja{.name = "ja", .type = JointType::revolute, .parent = "world", .child = "a"};
  JointSpec jb{.name = "jb", .type = JointType::prismatic, .parent = "a", .child = "b"};
  jb.X_PJ.p = Vec3(0.2, 0.4, 0.1);
  jb.mode = CoordinateMode::prescribed;
  const Model model = builder.add_joint(ja).add_joint(jb).build("two");
  RandomState s(model, 7);
  Kinematics k(model);
  calc_kinematics(model, s.q, s.v, k);
  DynamicsWorkspace workspace(model);
  VecX effort = VecX::Zero(2);
  forward_dynamics(model, s.q, s.v, k, s.loads, {}, workspace, s.a, effort);
  calc_accelerations(model, s.q, s.v, s.a, k);
  std::vector<Wrench> loads;
  calc_joint_loads(model, k, s.loads, loads);
  CHECK(loads[0].moment.z() == Approx(s.loads.generalized[0]).epsilon(1e-11));
  CHECK(loads[1].force.z() == Approx(effort[1] + s.loads.generalized[1]).epsilon(1e-11));
}

TEST_CASE("a bar clamped to the world carries its weight", "[multibody]") {
  ModelBuilder builder;
  builder.add_body({"bar", 3.0, Vec3(0.4, 0, 0), Mat3::Identity()});
  builder.add_joint({.name = "clamp", .type = JointType::fixed, .parent = "world", .child = "bar"});
  const Model model = builder.build("clamp");
  Kinematics k(model);
  calc_kinematics(model, VecX(0), VecX(0), k);
  Loads loads(model);
  std::vector<Wrench> out;
  calc_joint_loads(model, k, loads, out);
  CHECK((out[0].force - Vec3(0, 0, 3.0 * 9.81)).norm() < 1e-14 * 30);
  CHECK((out[0].moment - Vec3(0, -0.4 * 3.0 * 9.81, 0)).norm() < 1e-14 * 30);  // holds the tip up: about -y
}
