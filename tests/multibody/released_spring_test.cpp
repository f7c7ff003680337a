// SPDX-License-Identifier: BSD-3-Clause
// Springs that are cut: no force, no energy, no power; the rest goes on as if they had never been there.

#include "catch.hpp"
#include "multibody/random_forest.hpp"
#include "multibody/test_system.hpp"

using namespace grouser;
using namespace grouser::test;

namespace {

// Two bodies of 2 and 3 kg in space, joined by a stretched tether at their centres.
Model tethered_pair() {
  ModelBuilder builder;
  const Mat3 inertia = Vec3(0.2, 0.3, 0.4).asDiagonal();
  for (const auto& [name, mass] : {std::pair{"near", 2.0}, {"far", 3.0}}) {
    builder.add_body({name, mass, Vec3::Zero(), inertia});
    builder.add_joint(
        {.name = std::string(name) + "_free", .type = JointType::free, .parent = "world", .child = name});
  }
  builder.add_spring({"tether", "near", "far", Vec3::Zero(), Vec3::Zero(), 50.0, 4.0, 1.0, true});
  return builder.build("pair");
}

// near at the origin, far 1.2 m along x, drawing apart at 0.3 m/s.
MotionState stretched(const Model& model) {
  MotionState state = MotionState::at_rest(model, 0);
  state.q.segment<3>(11) = Vec3(1.2, 0.0, 0.0);
  state.v.segment<3>(3) = Vec3(-0.1, 0.05, 0.0);
  state.v.segment<3>(9) = Vec3(0.2, 0.05, -0.3);
  return state;
}

// Newton's law of the whole forest: what its root joints and its springs to the world carry is its mass times
// acceleration less the loads on it. Relative to the largest of them.
double unbalanced_force(const Model& model, const Kinematics& k, const Loads& on_forest) {
  std::vector<Wrench> joint_loads;
  calc_joint_loads(model, k, on_forest, joint_loads);
  Vec3 needed = Vec3::Zero(), carried = Vec3::Zero();
  double size = 1.0;
  for (std::size_t i = 0; i < model.bodies().size(); ++i) {
    const Body& body = model.bodies()[i];
    const BodyMotion& m = k.body[i];
    const Vec3 c = m.X_WB.R * body.com;
    const Vec3 acceleration = m.v_dot + m.w_dot.cross(c) + m.w.cross(m.w.cross(c));
    needed += body.mass * (acceleration - on_forest.gravity) - on_forest.on_body[i].force;
    size += body.mass * acceleration.norm();
    if (model.joints()[i].parent == kWorld) carried += model.joints()[i].X_PJ.R * joint_loads[i].force;
  }
  for (std::size_t i = 0; i < model.springs().size(); ++i) {
    const SpringElement& spring = model.springs()[i];
    if (on_forest.released[i] || !(spring.body_b == kWorld)) continue;
    const Vec3 on_body = k.body[static_cast<std::size_t>(spring.body_a.index)].X_WB * spring.point_a;
    carried +=
        calc_spring_reading(model, static_cast<int>(i), k).tension * (spring.point_b - on_body).normalized();
  }
  return (needed - carried).norm() / size;
}

}  // namespace

TEST_CASE("a spring's reading is its law worked by hand", "[multibody]") {
  const Model model = tethered_pair();
  const MotionState state = stretched(model);
  Kinematics k(model);
  calc_kinematics(model, state.q, state.v, k);
  const SpringReading reading = calc_spring_reading(model, 0, k);
  CHECK(reading.length == Approx(1.2).epsilon(1e-15));
  CHECK(reading.tension == Approx(50.0 * 0.2 + 4.0 * 0.3).epsilon(1e-14));
  CHECK(reading.energy == Approx(0.5 * 50.0 * 0.2 * 0.2).epsilon(1e-14));
}

TEST_CASE("a cut tether lets two bodies fly on straight, with the momentum they had", "[multibody]") {
  const Model model = tethered_pair();
  ForestSystem system(model, Vec3::Zero());
  MotionState state = stretched(model);
  IntegratorWorkspace workspace(model, 0);
  Kinematics k(model);
  calc_kinematics(model, state.q, state.v, k);
  const Momentum start = calc_momentum(model, k);
  for (int n = 0; n < 100; ++n)
    REQUIRE(advance(IntegratorKind::rk4, system, 1e-3, state, workspace) == StepStatus::ok);
  const VecX q_cut = state.q, v_cut = state.v;
  CHECK((v_cut - stretched(model).v).norm() > 0.1);  // the tether did pull: 11 N on 2 kg for 0.1 s
  system.loads.released[0] = 1;
  state.restart();
  for (int n = 0; n < 1000; ++n)
    REQUIRE(advance(IntegratorKind::beeman, system, 1e-3, state, workspace) == StepStatus::ok);
  CHECK(state.v == v_cut);
  for (const int i : {4, 11})  // positions of the two free joints
    CHECK((state.q.segment<3>(i) - q_cut.segment<3>(i) - v_cut.segment<3>(i == 4 ? 3 : 9)).norm() < 1e-13);
  calc_kinematics(model, state.q, state.v, k);
  const Momentum end = calc_momentum(model, k);
  CHECK((end.linear - start.linear).norm() < 1e-14);
  CHECK((end.angular - start.angular).norm() < 1e-13);  // rounding of 1100 steps
}

TEST_CASE("a cut spring's energy and power leave the book, and the others' stay", "[multibody]") {
  const Model model = tethered_pair();
  const MotionState state = stretched(model);
  Kinematics k(model);
  calc_kinematics(model, state.q, state.v, k);
  const std::vector<std::uint8_t> whole = {0}, cut = {1};
  const Vec3 g(0, 0, -1.62);
  const MechanicalEnergy before = calc_energy(model, state.q, k, g),
                         after = calc_energy(model, state.q, k, g, cut);
  CHECK(before.springs == calc_energy(model, state.q, k, g, whole).springs);
  CHECK(before.springs - after.springs == calc_spring_reading(model, 0, k).energy);
  CHECK(after.springs == 0.0);
  CHECK(after.kinetic == before.kinetic);
  CHECK(after.gravity == before.gravity);
  CHECK(calc_joint_dissipation(model, state.q, state.v, k, whole) == Approx(4.0 * 0.3 * 0.3).epsilon(1e-14));
  CHECK(calc_joint_dissipation(model, state.q, state.v, k, cut) == 0.0);
}

TEST_CASE("recursion, reference and joint loads agree on forests with cut springs", "[multibody]") {
  int cut = 0, moved = 0;
  for (unsigned seed = 1; seed <= 60; ++seed) {
    const Model model = random_forest(seed);
    if (model.springs().empty()) continue;
    RandomState s(model, seed);
    Kinematics k(model);
    calc_kinematics(model, s.q, s.v, k);
    DynamicsWorkspace workspace(model);
    VecX effort = VecX::Zero(model.nv()), a_whole = s.a, a_cut = s.a, a_reference = s.a,
         effort_reference = effort;
    forward_dynamics(model, s.q, s.v, k, s.loads, {}, workspace, a_whole, effort);
    for (std::size_t i = 0; i < model.springs().size(); i += 2) s.loads.released[i] = 1, ++cut;
    forward_dynamics(model, s.q, s.v, k, s.loads, {}, workspace, a_cut, effort);
    forward_dynamics_reference(model, s.q, s.v, k, s.loads, {}, a_reference, effort_reference);
    INFO("seed " << seed);
    // As for whole forests (forward_dynamics_test): entries of one vector share their rounding.
    CHECK((a_cut - a_reference).lpNorm<Eigen::Infinity>() <
          1e-10 * (1e-300 + a_reference.lpNorm<Eigen::Infinity>()));
    moved += (a_cut - a_whole).norm() > 1e-6;
    calc_accelerations(model, s.q, s.v, a_cut, k);
    CHECK(unbalanced_force(model, k, s.loads) < 1e-12);
  }
  CHECK(cut > 30);
  CHECK(moved > 20);
}
