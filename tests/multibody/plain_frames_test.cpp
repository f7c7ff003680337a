// SPDX-License-Identifier: BSD-3-Clause
// Most machines have joints along coordinate axes, frames that do not turn, bodies of revolution and
// prescribed joints at rest, and the code goes shorter ways for these (composite_bodies.hpp). Here they are
// held against the dense reference and the general way, which know nothing of it.

#include "catch.hpp"
#include "multibody/random_forest.hpp"

using namespace grouser;
using namespace grouser::test;

namespace {

// Ball, solid of revolution about each axis, or a box; the centre of mass on an axis or at the origin.
BodySpec plain_body(Random& random, const std::string& name) {
  const double a = random.between(0.1, 0.5), b = a * random.between(0.6, 1.5);
  Vec3 moments = Vec3::Constant(a);
  const int kind = random.below(5);
  if (kind < 3) moments[kind] = b;
  if (kind == 3) moments = Vec3(a, b, 0.5 * (a + b));
  const Vec3 com = random.chance(0.5) ? Vec3(Vec3::Zero()) : Vec3(0.3 * Vec3::Unit(random.below(3)));
  return {name, random.between(0.5, 5.0), com, moments.asDiagonal()};
}

Model plain_forest(unsigned seed) {
  Random random(seed);
  ModelBuilder builder;
  const int bodies = 3 + random.below(14);
  std::vector<std::string> hinges;
  for (int b = 0; b < bodies; ++b) {
    const std::string name = "body" + std::to_string(b);
    builder.add_body(plain_body(random, name));
    JointSpec joint{.name = "joint" + std::to_string(b), .child = name};
    joint.parent = b == 0 ? "world" : "body" + std::to_string(random.below(b));
    joint.type = b == 0               ? JointType::free
                 : random.chance(0.5) ? JointType::revolute
                                      : static_cast<JointType>(random.below(6));
    if (random.chance(0.2)) joint.X_PJ.R = random.rotation();
    joint.X_PJ.p = random.vector(0.5);
    joint.axis = random.chance(0.8) ? Vec3(Vec3::Unit(random.below(3))) : random.unit();
    joint.second_axis = joint.axis.unitOrthogonal();
    if (b > 0 && random.chance(0.6)) joint.mode = CoordinateMode::prescribed;
    if (joint.type == JointType::revolute && random.chance(0.3)) joint.forces.damping = 0.4;
    if (joint.type == JointType::revolute && joint.mode == CoordinateMode::dynamic)
      hinges.push_back(joint.name);
    builder.add_joint(joint);
  }
  if (hinges.size() > 1) builder.add_coupling({"differential", hinges[0], hinges[1], -1.0, 0.0});
  return builder.build("plain forest");
}

/// Half of the prescribed joints stand still.
RandomState resting_state(const Model& model, unsigned seed) {
  RandomState s(model, seed);
  Random random(seed + 7);
  for (const Joint& joint : model.joints())
    if (joint.mode == CoordinateMode::prescribed && joint.nv == 1 && random.chance(0.5))
      s.v[joint.v_index] = s.a[joint.v_index] = 0.0;
  return s;
}

// Dampers of the kind that contacts are (dynamics_test): positive semidefinite, on every third body.
void add_inertia(Random& random, Loads& loads) {
  loads.added.resize(loads.on_body.size());
  for (std::size_t i = 0; i < loads.added.size(); i += 3) {
    const Mat3 R = skew(random.vector(1.0));
    loads.added[i].M = random.between(0.0, 5.0) * Mat3::Identity();
    loads.added[i].H = R * loads.added[i].M;
    loads.added[i].J = R * loads.added[i].M * R.transpose();
  }
}

bool same_bits(const Kinematics& a, const Kinematics& b) {
  bool same = true;
  for (std::size_t i = 0; i < a.body.size(); ++i)
    same &= a.body[i].X_WB.R == b.body[i].X_WB.R && a.body[i].X_WB.p == b.body[i].X_WB.p &&
            a.body[i].w == b.body[i].w && a.body[i].v == b.body[i].v;
  return same;
}

}  // namespace

TEST_CASE("plain frames and bodies: recursion, reference and mass matrix agree", "[multibody]") {
  int damped = 0;
  for (unsigned seed = 1; seed <= 300; ++seed) {
    const Model model = plain_forest(seed);
    RandomState s = resting_state(model, seed);
    if (seed % 3 == 0) s.loads.damping.setConstant(0.7), ++damped;  // on free joints too
    if (Random random(seed); seed % 4 == 0) add_inertia(random, s.loads);
    Kinematics kinematics(model);
    calc_kinematics(model, s.q, s.v, kinematics);
    DynamicsWorkspace workspace(model);
    VecX a = s.a, effort = VecX::Zero(model.nv()), a_ref = s.a, effort_ref = effort;
    const ImplicitDamping damping{0.01, &s.v};
    forward_dynamics(model, s.q, s.v, kinematics, s.loads, damping, workspace, a, effort);
    forward_dynamics_reference(model, s.q, s.v, kinematics, s.loads, damping, a_ref, effort_ref);
    INFO("seed " << seed);
    // condition of the mass matrix up to 1e4, 1e-16 each
    CHECK((a - a_ref).lpNorm<Eigen::Infinity>() <= 1e-10 * a_ref.lpNorm<Eigen::Infinity>());
    CHECK((effort - effort_ref).lpNorm<Eigen::Infinity>() <=
          1e-10 * (1 + effort_ref.lpNorm<Eigen::Infinity>()));
    const MatX H = calc_mass_matrix(model, s.q, kinematics);
    CHECK(calc_energy(model, s.q, kinematics, Vec3::Zero()).kinetic ==
          Approx(0.5 * s.v.dot(H * s.v)).epsilon(1e-12));
  }
  CHECK(damped == 100);
}

TEST_CASE("what was computed before leaves no trace in the dynamics", "[multibody]") {
  int differ = 0;
  for (unsigned seed = 1; seed <= 60; ++seed) {
    const Model model = plain_forest(seed);
    const RandomState now = resting_state(model, seed), before = resting_state(model, seed + 500);
    DynamicsWorkspace fresh(model), used(model);
    Kinematics kinematics(model);
    VecX a = now.a, effort = VecX::Zero(model.nv()), a_other = before.a, a_again = now.a,
         effort_again = effort;
    const auto solve = [&](const RandomState& s, DynamicsWorkspace& workspace, VecX& a_out,
                           VecX& effort_out) {
      calc_kinematics(model, s.q, s.v, kinematics);
      forward_dynamics(model, s.q, s.v, kinematics, s.loads, {}, workspace, a_out, effort_out);
    };
    solve(now, fresh, a, effort);
    solve(before, used, a_other, effort_again);
    solve(now, used, a_again, effort_again);
    INFO("seed " << seed);
    CHECK(a == a_again);
    CHECK(effort == effort_again);
    differ += a != a_other;
  }
  CHECK(differ == 60);
}

TEST_CASE("an inertia by its principal axes is the inertia about the body's origin", "[multibody]") {
  for (unsigned seed = 1; seed <= 60; ++seed)
    for (const Model& model : {plain_forest(seed), random_forest(seed)})
      for (const Body& body : model.bodies()) {
        const PrincipalInertia& own = body.about_origin;
        Mat3 sum = own.base * Mat3::Identity();
        for (int k = 0; k < own.count; ++k) sum += own.rise[k] * own.u[k] * own.u[k].transpose();
        const Mat3 K = skew(body.com);
        const Mat3 expected = body.inertia - body.mass * K * K;
        CHECK((sum - expected).norm() <= 1e-14 * expected.norm());  // an eigensolver's few roundings
      }
}

TEST_CASE("velocities alone, and angles seen before, give the bits of the whole computation", "[multibody]") {
  for (unsigned seed = 1; seed <= 60; ++seed)
    for (const Model& model : {plain_forest(seed), random_forest(seed)}) {
      const RandomState s(model, seed), other(model, seed + 1000);
      Kinematics whole(model), reused(model);
      calc_kinematics(model, s.q, s.v, whole);
      VecX q = s.q;  // every other joint is where it was, zero of either sign among them
      for (const Joint& joint : model.joints())
        if (joint.nq == 1) q[joint.q_index] = joint.q_index % 3 == 0 ? s.q[joint.q_index] : -0.0;
      calc_kinematics(model, q, other.v, reused);
      calc_kinematics(model, s.q, other.v, reused);
      calc_velocities(model, s.v, reused);
      INFO("seed " << seed);
      CHECK(same_bits(whole, reused));
    }
}

TEST_CASE("a wheel of revolution on prescribed joints: drive torque and hub loads of a free-body cut",
          "[multibody]") {
  // A hub carried round at a constant rate W about z at radius L, its wheel (spin n about the hub's radius,
  // y) prescribed to accelerate: Euler's equations of a symmetric body, by hand.
  const double m = 4.0, I = 0.02, I_spin = 0.03, L = 0.5, W = 1.2, n = 7.0, n_dot = 2.0, g = 9.81;
  ModelBuilder builder;
  builder.add_body({"arm", 2.0, Vec3::Zero(), 0.1 * Mat3::Identity()});
  builder.add_body({"hub", 1.0, Vec3::Zero(), 0.01 * Mat3::Identity()});
  builder.add_body({"wheel", m, Vec3::Zero(), Vec3(I, I_spin, I).asDiagonal()});
  builder.add_joint({.name = "turn",
                     .type = JointType::revolute,
                     .parent = "world",
                     .child = "arm",
                     .mode = CoordinateMode::prescribed});
  builder.add_joint(
      {.name = "weld", .parent = "arm", .child = "hub", .X_PJ = {Mat3::Identity(), Vec3(0, L, 0)}});
  builder.add_joint({.name = "drive",
                     .type = JointType::revolute,
                     .parent = "hub",
                     .child = "wheel",
                     .axis = Vec3::UnitY(),
                     .mode = CoordinateMode::prescribed});
  const Model model = builder.build("wheel on an arm");
  VecX q(2), v(2), a(2), effort = VecX::Zero(2);
  q << 0.0, 0.4;
  v << W, n;
  a << 0.0, n_dot;
  Kinematics kinematics(model);
  DynamicsWorkspace workspace(model);
  Loads loads(model);
  calc_kinematics(model, q, v, kinematics);
  forward_dynamics(model, q, v, kinematics, loads, {}, workspace, a, effort);
  CHECK(effort[1] == Approx(I_spin * n_dot).epsilon(1e-13));
  CHECK(std::fabs(effort[0]) < 1e-13);  // no acceleration about z, and the wheel's own is about y
  calc_accelerations(model, q, v, a, kinematics);
  std::vector<Wrench> cuts;
  calc_joint_loads(model, kinematics, loads, cuts);
  const std::size_t weld = static_cast<std::size_t>(model.joint("weld").index);
  // hub and wheel together: centripetal force, weight; moment of the spin axis carried round, -W n I_spin x
  const Vec3 force = (m + 1.0) * Vec3(0, -W * W * L, g), moment = Vec3(-W * n * I_spin, I_spin * n_dot, 0);
  CHECK((cuts[weld].force - force).norm() < 1e-12 * force.norm());
  CHECK((cuts[weld].moment - moment).norm() < 1e-12 * moment.norm());
}
