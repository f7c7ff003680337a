// SPDX-License-Identifier: BSD-3-Clause

#include "allocation_counter.hpp"
#include "catch.hpp"
#include "multibody/free_system.hpp"
#include "multibody/linkages.hpp"
#include "multibody/random_forest.hpp"
#include "multibody/test_system.hpp"

using namespace grouser;
using namespace grouser::test;

TEST_CASE("steps with loop joints allocate nothing", "[multibody]") {
  const Model models[] = {rssr_model({}, Rod::body), rssr_model({}, Rod::row),
                          embedded_four_bar(crank_rocker(), 1.0, "crank")};
  for (const Model& model : models) {
    ForestSystem system(model, Vec3(0, 0, -9.81));
    MotionState state = MotionState::at_rest(model, 0);
    IntegratorWorkspace workspace(model, 0);
    system.loads.reaction.resize(model.bodies().size());
    std::vector<Wrench> loads(model.bodies().size());
    int failed = 0;
    const std::int64_t before = allocation_count();
    for (int n = 0; n < 20; ++n)
      for (const IntegratorKind kind : {IntegratorKind::beeman, IntegratorKind::euler, IntegratorKind::rk4})
        failed += advance(kind, system, 1e-3, state, workspace) != StepStatus::ok;
    calc_reactions(model, system.kinematics, system.workspace.multipliers(), system.loads.reaction);
    calc_joint_loads(model, system.kinematics, system.loads, loads);
    const std::int64_t made = allocation_count() - before;
    CHECK(made == 0);
    CHECK(failed == 0);
    CHECK(loads[0].force.norm() > 0.0);
  }
}

TEST_CASE("constrained coordinates: steps allocate nothing", "[multibody]") {
  const Model models[] = {rssr_model({}, Rod::row), random_forest(3)};
  for (const Model& model : models) {
    FreeSystem system(model, Vec3(0, 0, -9.81), 1e-3);
    MotionState state = system.start(model.neutral_q(), VecX::Zero(model.nv()));
    IntegratorWorkspace workspace(system.model(), 0);
    std::vector<Wrench> loads(model.bodies().size());
    int failed = 0;
    const std::int64_t before = allocation_count();
    for (int n = 0; n < 20; ++n)
      for (const IntegratorKind kind : {IntegratorKind::beeman, IntegratorKind::euler, IntegratorKind::rk4})
        failed += advance(kind, system, 1e-3, state, workspace) != StepStatus::ok;
    read_joint_loads(model, system.bodies, system.workspace, loads);
    CHECK(allocation_count() - before == 0);
    CHECK(failed == 0);
  }
}

TEST_CASE("dynamics and steps allocate nothing", "[multibody]") {
  std::int64_t before = allocation_count();
  {
    VecX probe = VecX::Zero(100);
    (void)std::vector<double>(100), (void)probe;
  }
  REQUIRE(allocation_count() > before);  // the counter works
  for (unsigned seed = 1; seed <= 60; ++seed) {
    const Model model = random_forest(seed);
    if (model.nv() == 0) continue;
    ForestSystem system(model, Vec3(0, 0, -9.81));
    const RandomState s(model, seed);
    MotionState state = MotionState::at_rest(model, 0);
    state.q = s.q;
    IntegratorWorkspace workspace(model, 0);
    std::vector<Wrench> loads(model.bodies().size());
    VecX a = s.a, effort = s.a;
    const VecX v_base = s.v;
    before = allocation_count();
    calc_kinematics(model, s.q, s.v, system.kinematics);
    forward_dynamics(model, s.q, s.v, system.kinematics, system.loads, {0.001, &v_base}, system.workspace, a,
                     effort);
    calc_accelerations(model, s.q, s.v, a, system.kinematics);
    calc_joint_loads(model, system.kinematics, system.loads, loads);
    double sink = calc_energy(model, s.q, system.kinematics, Vec3::UnitZ()).kinetic;
    sink += calc_joint_dissipation(model, s.q, s.v, system.kinematics);
    sink += calc_momentum(model, system.kinematics).linear.x();
    int failed = 0;
    for (const IntegratorKind kind :
         {IntegratorKind::beeman, IntegratorKind::beeman, IntegratorKind::euler, IntegratorKind::rk4})
      failed += advance(kind, system, 1e-4, state, workspace) != StepStatus::ok;
    const std::int64_t made = allocation_count() - before;
    INFO("seed " << seed << ", sink " << sink);
    CHECK(made == 0);
    CHECK(failed == 0);
  }
}
