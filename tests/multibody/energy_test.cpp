// SPDX-License-Identifier: BSD-3-Clause
// Energy and momentum of spring networks, and the ledger with dampers: what is lost is what the dampers say
// they took.

#include "catch.hpp"
#include "multibody/random_forest.hpp"
#include "multibody/test_system.hpp"

using namespace grouser;
using namespace grouser::test;

namespace {

// Four floating bodies, the third carrying a pendulous fourth, all tied by springs.
Model network(double damping) {
  Random random(11);
  ModelBuilder builder;
  for (int b = 0; b < 4; ++b) {
    const std::string name = "body" + std::to_string(b);
    builder.add_body(random_body(random, name));
    JointSpec joint{
        .name = "joint" + std::to_string(b), .type = JointType::free, .parent = "world", .child = name};
    if (b == 3)
      joint.type = JointType::revolute, joint.parent = "body2", joint.forces.damping = 0.3 * damping;
    if (b == 3) joint.forces.stiffness = 4.0;
    joint.X_PJ.p = random.vector(1.0);
    builder.add_joint(joint);
  }
  int count = 0;
  for (const auto& [a, b] : {std::pair{0, 1}, {1, 2}, {2, 0}, {3, 0}})
    builder.add_spring({"s" + std::to_string(count++), "body" + std::to_string(a), "body" + std::to_string(b),
                        random.vector(0.2), random.vector(0.2), 30.0, damping, 0.4, false});
  return builder.build("network");
}

struct Outcome {
  double energy_change, taken;  // J; taken: Simpson's rule over the recorded dissipation
  double start_energy;
  Vec3 linear, angular;  // change of momenta
};

Outcome run_network(double damping, int steps) {
  const Model model = network(damping);
  ForestSystem system(model, Vec3::Zero());
  MotionState state = MotionState::at_rest(model, 0);
  Random random(12);
  state.v = random.numbers(model.nv(), 1.0);
  IntegratorWorkspace workspace(model, 0);
  Kinematics k(model);
  const auto energy = [&] {
    calc_kinematics(model, state.q, state.v, k);
    const MechanicalEnergy e = calc_energy(model, state.q, k, Vec3::Zero());
    return e.kinetic + e.springs;
  };
  const double start = energy(), h = 2.0 / steps;
  const Momentum p0 = calc_momentum(model, k);
  double taken = 0.0;
  for (int n = 0; n <= steps; ++n) {
    energy();
    const double weight = n == 0 || n == steps ? 1.0 : (n % 2 ? 4.0 : 2.0);
    taken += weight * h / 3.0 * calc_joint_dissipation(model, state.q, state.v, k);
    if (n < steps) REQUIRE(advance(IntegratorKind::rk4, system, h, state, workspace) == StepStatus::ok);
  }
  const Momentum p1 = calc_momentum(model, k);
  return {energy() - start, taken, start, p1.linear - p0.linear, p1.angular - p0.angular};
}

}  // namespace

TEST_CASE("a spring network keeps its energy and momenta to the order of the integrator", "[multibody]") {
  const Outcome coarse = run_network(0.0, 1000), fine = run_network(0.0, 2000);
  CHECK(coarse.taken == 0.0);
  CHECK(std::fabs(coarse.energy_change) < 1e-7 * coarse.start_energy);
  CHECK(std::fabs(coarse.energy_change / fine.energy_change) > 14.0);  // RK4: 16 or, for energy, up to 32
  CHECK(coarse.linear.norm() < 1e-7);
  CHECK(coarse.linear.norm() > 13.0 * fine.linear.norm());
  CHECK(coarse.angular.norm() > 13.0 * fine.angular.norm());
}

TEST_CASE("energy lost equals the integral of the dampers' power", "[multibody]") {
  const Outcome outcome = run_network(3.0, 2000);
  CHECK(outcome.taken > 0.1 * outcome.start_energy);
  // RK4 and Simpson at 1 ms, both of order 4: see the conservative case for the size of the error.
  CHECK(std::fabs(outcome.energy_change + outcome.taken) < 1e-7 * outcome.start_energy);
}

TEST_CASE("gravity energy and momentum of a body by hand", "[multibody]") {
  const Model model = free_body(Vec3(1, 2, 3), 2.0, Vec3(0, 0, 0.5));
  VecX q = model.neutral_q(), v = VecX::Zero(6);
  q.tail<3>() = Vec3(1, 2, 3);
  v << 0, 0.4, 0, 1, 0,
      0;  // turning about y with the origin moving along x: the centre moves at 1 + 0.4 * 0.5
  Kinematics k(model);
  calc_kinematics(model, q, v, k);
  const MechanicalEnergy e = calc_energy(model, q, k, Vec3(0, 0, -9.81));
  CHECK(e.gravity == Approx(2.0 * 9.81 * 3.5).epsilon(1e-14));
  CHECK(e.kinetic == Approx(0.5 * 2.0 * 1.2 * 1.2 + 0.5 * 2.0 * 0.16).epsilon(1e-14));
  const Momentum p = calc_momentum(model, k);
  CHECK((p.linear - Vec3(2.4, 0, 0)).norm() < 1e-14);
  // (1, 2, 3.5) x (2.4, 0, 0) + (0, 0.8, 0)
  CHECK((p.angular - Vec3(0, 3.5 * 2.4 + 0.8, -2.0 * 2.4)).norm() < 1e-14 * 10);
}
