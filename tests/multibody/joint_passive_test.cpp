// SPDX-License-Identifier: BSD-3-Clause
// Passive joint laws, read off a slider of unit mass (its acceleration is the effort), and the implicit
// damper.

#include "catch.hpp"
#include "multibody/test_system.hpp"

using namespace grouser;
using namespace grouser::test;

namespace {

double effort_of(const JointForces& forces, double q, double v) {
  const Model model = one_slider(forces);
  ForestSystem system(model, Vec3::Zero());
  VecX a = VecX::Zero(1), none;
  system.calc_rates(0.0, VecX::Constant(1, q), VecX::Constant(1, v), none, a, none);
  return a[0];
}

double dissipation_of(const JointForces& forces, double q, double v) {
  const Model model = one_slider(forces);
  Kinematics k(model);
  calc_kinematics(model, VecX::Constant(1, q), VecX::Constant(1, v), k);
  return calc_joint_dissipation(model, VecX::Constant(1, q), VecX::Constant(1, v), k);
}

}  // namespace

TEST_CASE("spring and damper", "[multibody]") {
  const JointForces forces{.stiffness = 10.0, .rest = 0.3, .damping = 2.0};
  CHECK(effort_of(forces, 0.5, 0.7) == Approx(-10.0 * 0.2 - 2.0 * 0.7).epsilon(1e-14));
  CHECK(dissipation_of(forces, 0.5, 0.7) == Approx(2.0 * 0.49).epsilon(1e-14));
}

TEST_CASE("friction is odd, smooth, saturates at the given speed and opposes motion", "[multibody]") {
  const JointForces forces{.friction = 3.0, .friction_velocity = 0.1};
  CHECK(effort_of(forces, 0.0, 0.0) == 0.0);
  CHECK(effort_of(forces, 0.0, 0.1) == Approx(-3.0).epsilon(1e-14));
  CHECK(effort_of(forces, 0.0, 7.0) == Approx(-3.0).epsilon(1e-14));
  CHECK(effort_of(forces, 0.0, -7.0) == Approx(3.0).epsilon(1e-14));
  CHECK(effort_of(forces, 0.0, 0.05) == Approx(-3.0 * (1.5 * 0.5 - 0.5 * 0.125)).epsilon(1e-14));
  CHECK(dissipation_of(forces, 0.0, -7.0) == Approx(21.0).epsilon(1e-14));
}

TEST_CASE("a limit pushes back and never pulls", "[multibody]") {
  const JointForces forces{.lower = -1.0, .upper = 0.5, .limit_stiffness = 100.0, .limit_damping = 10.0};
  CHECK(effort_of(forces, 0.4, 1.0) == 0.0);
  CHECK(effort_of(forces, 0.6, 1.0) == Approx(-10.0 - 10.0).epsilon(1e-13));
  CHECK(effort_of(forces, -1.2, -1.0) == Approx(20.0 + 10.0).epsilon(1e-13));
  CHECK(effort_of(forces, 0.6, -0.5) == Approx(-10.0 + 5.0).epsilon(1e-13));
  CHECK(effort_of(forces, 0.6, -2.0) == 0.0);  // the damper alone would pull
  CHECK(effort_of(forces, -1.2, 3.0) == 0.0);
  // Where it is silent on the way out, the limit's spring energy k x |v| = 10 * 2 per second is lost.
  CHECK(dissipation_of(forces, 0.6, -2.0) == Approx(20.0).epsilon(1e-13));
  CHECK(dissipation_of(forces, 0.6, 1.0) == Approx(10.0).epsilon(1e-13));
}

TEST_CASE("a tether pulls and never pushes", "[multibody]") {
  ModelBuilder builder;
  builder.add_body({"ball", 2.0, Vec3::Zero(), Mat3::Identity()});
  builder.add_joint({.name = "j", .type = JointType::free, .parent = "world", .child = "ball"});
  builder.add_spring({.name = "t",
                      .body_a = "ball",
                      .body_b = "world",
                      .point_b = Vec3(3, 0, 0),
                      .stiffness = 10.0,
                      .damping = 4.0,
                      .free_length = 1.0,
                      .tension_only = true});
  const Model model = builder.build("tether");
  ForestSystem system(model, Vec3::Zero());
  const auto pull = [&](double x, double vx) {
    VecX q = model.neutral_q(), v = VecX::Zero(6), a = v, none;
    q[4] = x, v[3] = vx;
    system.calc_rates(0.0, q, v, none, a, none);
    return 2.0 * a[3];
  };
  CHECK(pull(0.0, 0.0) == Approx(20.0).epsilon(1e-14));   // 3 m long, 2 m over: 20 N towards +x
  CHECK(pull(0.0, -1.0) == Approx(24.0).epsilon(1e-14));  // lengthening
  CHECK(pull(0.0, 6.0) == 0.0);                           // shortening so fast that it goes slack
  CHECK(pull(2.5, -1.0) == 0.0);                          // shorter than its free length
}

TEST_CASE("an implicit damper decays as exp(-d t / m), with order 3", "[multibody]") {
  const Model model = one_slider({.damping = 6.0}, 2.0);
  const auto error = [&](int n) {
    ForestSystem system(model, Vec3::Zero());
    MotionState state = MotionState::at_rest(model, 0);
    state.v[0] = 1.0;
    REQUIRE(run_steps(IntegratorKind::beeman, system, state, 1.0, n) == StepStatus::ok);
    return std::max(std::fabs(state.v[0] - std::exp(-3.0)), std::fabs(state.q[0] - (1 - std::exp(-3.0)) / 3));
  };
  const double coarse = error(100), fine = error(200);
  // Position sees the explicit a: its error is h^3/8 (a'(1) - a'(0)) = 1e-6/8 * 9 (1 - e^-3) = 1.1e-6.
  CHECK(coarse < 2e-6);
  CHECK(std::log2(coarse / fine) == Approx(3.0).margin(0.1));
}

TEST_CASE("an implicit damper is stable to h d / m = 6, where the explicit predictor blows up",
          "[multibody]") {
  // The corrector with the damper inside is the Adams-Moulton formula of order 3: stable on (-6, 0) (Hairer &
  // Wanner, Solving ODE II, table V.1.2). Start from the history of a decaying state so that only the
  // method's roots are seen.
  const auto final_speed = [](double h_d_over_m) {
    const double h = 0.003;
    const Model model = one_slider({.damping = h_d_over_m / h});
    ForestSystem system(model, Vec3::Zero());
    MotionState state = MotionState::at_rest(model, 0);
    state.v[0] = 1.0;
    state.a[0] = state.a_prev[0] = -h_d_over_m / h;
    state.dt_prev = h, state.history = 2;
    if (run_steps(IntegratorKind::beeman, system, state, 300 * h, 300) != StepStatus::ok) return 1e9;
    return std::fabs(state.v[0]);
  };
  CHECK(final_speed(3.0) < 1e-9);
  CHECK(final_speed(5.5) < 1e-5);  // the largest root is -0.955: 0.955^300 = 1e-6
  CHECK(final_speed(6.5) > 1e3);
}

TEST_CASE("a spherical joint's damper stops the spin", "[multibody]") {
  ModelBuilder builder;
  builder.add_body({"ball", 1.0, Vec3::Zero(), 2.0 * Mat3::Identity()});
  JointSpec joint{.name = "j", .type = JointType::spherical, .parent = "world", .child = "ball"};
  joint.forces.damping = 4.0;
  const Model model = builder.add_joint(joint).build("ball");
  ForestSystem system(model, Vec3::Zero());
  MotionState state = MotionState::at_rest(model, 0);
  state.v << 0.3, -0.5, 0.8;
  const VecX v0 = state.v;
  REQUIRE(run_steps(IntegratorKind::beeman, system, state, 1.0, 1000) == StepStatus::ok);
  CHECK((state.v - std::exp(-2.0) * v0).norm() < 1e-8);  // (d h/J)^3 = 8e-9, times a constant below 1
}

TEST_CASE("damping given with the loads acts as the joint's own, implicitly too", "[multibody]") {
  const Model damped = one_slider({.damping = 3.5}, 2.0), plain = one_slider({}, 2.0);
  const VecX q = VecX::Constant(1, 0.1), v = VecX::Constant(1, 0.7), v_base = VecX::Constant(1, 0.6);
  Kinematics k(plain);
  calc_kinematics(plain, q, v, k);
  DynamicsWorkspace workspace(plain), damped_workspace(damped);
  Loads loads(plain);
  loads.gravity.setZero();
  for (const ImplicitDamping& damping : {ImplicitDamping{}, ImplicitDamping{0.02, &v_base}}) {
    VecX a(1), b(1), c(1), effort(1);
    forward_dynamics(damped, q, v, k, loads, damping, damped_workspace, a, effort);
    loads.damping[0] = 3.5;
    forward_dynamics(plain, q, v, k, loads, damping, workspace, b, effort);
    forward_dynamics_reference(plain, q, v, k, loads, damping, c, effort);
    loads.clear();
    CHECK(loads.damping[0] == 0.0);
    // (m + gamma d) a = -d v_base
    const double expected = damping.gamma > 0.0 ? -3.5 * 0.6 / (2.0 + 0.02 * 3.5) : -3.5 * 0.7 / 2.0;
    CHECK(a[0] == Approx(expected).epsilon(1e-15));
    CHECK(b[0] == a[0]);
    CHECK(c[0] == Approx(expected).epsilon(1e-15));
  }
}

TEST_CASE("a rotor adds its inertia to the joint alone", "[multibody]") {
  // I + J = 2 + 3: a = 10 / 5, energy 5 w^2 / 2
  ModelBuilder builder;
  builder.add_body({"disc", 1.0, Vec3::Zero(), Vec3(2, 2, 2).asDiagonal()});
  JointSpec joint{.name = "hinge", .type = JointType::revolute, .parent = "world", .child = "disc"};
  joint.forces.rotor_inertia = 3.0;
  const Model model = builder.add_joint(joint).build("disc");
  Kinematics kinematics(model);
  const VecX q = model.neutral_q(), v = VecX::Constant(1, 4.0);
  calc_kinematics(model, q, v, kinematics);
  Loads loads(model);
  loads.generalized[0] = 10.0;
  DynamicsWorkspace workspace(model);
  VecX a = VecX::Zero(1), effort = VecX::Zero(1);
  forward_dynamics(model, q, v, kinematics, loads, {}, workspace, a, effort);
  CHECK(a[0] == Approx(2.0).epsilon(1e-14));
  CHECK(calc_energy(model, q, kinematics, Vec3::Zero()).kinetic == Approx(40.0).epsilon(1e-14));
  CHECK(calc_mass_matrix(model, q, kinematics)(0, 0) == Approx(5.0).epsilon(1e-14));
}
