// SPDX-License-Identifier: BSD-3-Clause
// Mechanisms with loop joints against closed forms: positions, velocities, motion under gravity, reactions.

#include "analytic/tight_rk4.hpp"
#include "catch.hpp"
#include "multibody/linkages.hpp"
#include "multibody/test_system.hpp"

using namespace grouser;
using namespace grouser::test;

namespace {

constexpr double kStart = 1.0;  // rad: crank angle of the four-bar's neutral position

double wrapped(double angle) { return std::remainder(angle, 2.0 * EIGEN_PI); }

MotionState turning_crank(const Model& model, const analytic::FourBar& bars, double rate) {
  MotionState state = MotionState::at_rest(model, 0);
  const auto [k_phi, k_psi] = bars.ratios(kStart);
  state.v << rate, (k_phi - 1.0) * rate, k_psi * rate;
  return state;
}

struct Run {
  MotionState end;
  double widest = 0.0;         // m: gap after any step
  double energy_change = 0.0;  // J, the largest at these times
  std::vector<double> crank;   // rad, at kLooks even times
};

constexpr int kLooks = 20;

Run run_four_bar(IntegratorKind kind, double rate, double duration, int steps,
                 const std::string& driver = "") {
  const analytic::FourBar bars = crank_rocker();
  const Model model = embedded_four_bar(bars, kStart, driver);
  ForestSystem system(model, Vec3(0, 0, -bars.g));
  Run run{turning_crank(model, bars, rate), 0.0, 0.0, {}};
  IntegratorWorkspace workspace(model, 0);
  const auto energy = [&] {
    calc_kinematics(model, run.end.q, run.end.v, system.kinematics);
    const MechanicalEnergy e = calc_energy(model, run.end.q, system.kinematics, Vec3(0, 0, -bars.g));
    return e.kinetic + e.gravity;
  };
  const double start = energy();
  for (int n = 0; n < steps; ++n) {
    REQUIRE(advance(kind, system, duration / steps, run.end, workspace) == StepStatus::ok);
    run.widest = std::max(run.widest, widest_gap(model, run.end.q));
    if ((n + 1) % (steps / kLooks) != 0) continue;
    run.crank.push_back(kStart + run.end.q[0]);
    run.energy_change = std::max(run.energy_change, std::fabs(energy() - start));
  }
  return run;
}

std::array<double, 2> lagrange(double rate, double duration, int steps) {
  const analytic::FourBar bars = crank_rocker();
  return analytic::tight_rk4<2>({kStart, rate}, duration, steps, [&](double, const std::array<double, 2>& y) {
    return std::array<double, 2>{y[1], bars.acceleration(y[0], y[1])};
  });
}

}  // namespace

TEST_CASE("a four-bar under gravity moves as its one-coordinate Lagrangian", "[multibody]") {
  const std::string driver = GENERATE("", "crank");  // closed by its rows, or embedded
  const double rate = 9.0, duration = 2.0;           // about three turns of the crank
  const analytic::FourBar bars = crank_rocker();
  std::vector<double> expected;
  for (int k = 1; k <= kLooks; ++k) expected.push_back(lagrange(rate, duration * k / kLooks, 2000 * k)[0]);
  // Largest errors of the run at its steps (the end's alone may pass through zero); between the two step sizes they fall by 2 to the order.
  struct Case {
    IntegratorKind kind;
    int steps;  // RK4's error has parts of both signs, the fourth order of which is seen from 1 ms on
    double error, ratio;
  };
  for (const Case& c :
       {Case{IntegratorKind::euler, 2000, 0.7, 1.6}, Case{IntegratorKind::beeman, 2000, 4e-4, 7.0},
        Case{IntegratorKind::rk4, 4000, 5e-9, 12.0}}) {
    const Run fine = run_four_bar(c.kind, rate, duration, c.steps, driver),
              coarse = run_four_bar(c.kind, rate, duration, c.steps / 2, driver);
    const auto error = [&](const Run& run) {
      double most = 0.0;
      for (std::size_t k = 0; k < expected.size(); ++k)
        most = std::max(most, std::fabs(run.crank[k] - expected[k]));
      return most;
    };
    CAPTURE(driver, to_string(c.kind), error(fine), error(coarse), fine.widest, fine.energy_change);
    CHECK(error(fine) < c.error);
    CHECK(error(coarse) > c.ratio * error(fine));
    CHECK(coarse.energy_change > c.ratio * fine.energy_change);
    CHECK(fine.widest < 1e-12);
    // position and velocity of the other bars by the closed form, at the crank's own angle
    const double theta = kStart + fine.end.q[0];
    const auto angles = bars.angles(theta), start = bars.angles(kStart);
    const auto [k_phi, k_psi] = bars.ratios(theta);
    CHECK(std::fabs(wrapped(start.psi + fine.end.q[2] - angles.psi)) < 1e-12);
    CHECK(std::fabs(wrapped(theta + start.phi - start.theta + fine.end.q[1] - angles.phi)) < 1e-12);
    CHECK(fine.end.v[2] == Approx(k_psi * fine.end.v[0]).epsilon(1e-11));
    CHECK(fine.end.v[0] + fine.end.v[1] == Approx(k_phi * fine.end.v[0]).epsilon(1e-11));
  }
}

// Free-body cuts of coupler and rocker: moments about their pivots B and D give the two components of the force in
// the pin, with accelerations from the closed form alone.
TEST_CASE("the pin of a four-bar carries what a free-body cut says", "[multibody]") {
  const analytic::FourBar bars = crank_rocker();
  const Model model = embedded_four_bar(bars, kStart, GENERATE("", "crank"));
  ForestSystem system(model, Vec3(0, 0, -bars.g));
  MotionState state = turning_crank(model, bars, 9.0);
  IntegratorWorkspace workspace(model, 0);
  std::vector<Wrench> loads;
  system.loads.reaction.resize(model.bodies().size());
  for (int n = 0; n < 300; ++n) {
    REQUIRE(advance(IntegratorKind::rk4, system, 0.001, state, workspace) == StepStatus::ok);
    if (n % 30) continue;
    const double t = kStart + state.q[0], w = state.v[0], h = 1e-4;  // fourth root of rounding
    const double a = bars.acceleration(t, w);
    // second derivative of any function of theta along the motion
    const auto along = [&](auto of) {
      return (of(t + h) - of(t - h)) / (2 * h) * a + (of(t + h) - 2 * of(t) + of(t - h)) / (h * h) * w * w;
    };
    const auto second = [&](int bar) {
      return Vec3(along([&](double x) { return bars.centre(bar, x).x; }), 0,
                  along([&](double x) { return bars.centre(bar, x).z; }));
    };
    const double phi2 =
        bars.ratios(t)[0] * a + (bars.ratios(t + h)[0] - bars.ratios(t - h)[0]) / (2 * h) * w * w;
    const double psi2 =
        bars.ratios(t)[1] * a + (bars.ratios(t + h)[1] - bars.ratios(t - h)[1]) / (2 * h) * w * w;
    const auto at = bars.angles(t);
    const Vec3 coupler = bars.b * Vec3(std::cos(at.phi), 0, std::sin(at.phi));
    const Vec3 rocker = bars.c * Vec3(std::cos(at.psi), 0, std::sin(at.psi));
    const Vec3 g(0, 0, -bars.g);
    // With F on the rocker and -F on the coupler: (r x F) . y = right side, positive angles about -y.
    const Vec3 net1 = bars.mass[1] * (second(1) - g), net2 = bars.mass[2] * (second(2) - g);
    const double moment1 = -bars.inertia[1] * phi2 + (bars.middle[1] / bars.b * coupler).cross(net1).y();
    const double moment2 = -bars.inertia[2] * psi2 + (bars.middle[2] / bars.c * rocker).cross(net2).y();
    // (r x F)_y = r_z F_x - r_x F_z
    Eigen::Matrix2d A;
    A << -coupler.z(), coupler.x(), rocker.z(), -rocker.x();
    const Vec2 F = A.inverse() * Vec2(moment1, moment2);

    VecX rates(0), acceleration = state.a;
    REQUIRE(system.calc_rates(0, state.q, state.v, rates, acceleration, rates) == StepStatus::ok);
    const VecX& multipliers = system.workspace.multipliers();
    const Wrench load = calc_loop_load(model, model.constraints().front(), system.kinematics, multipliers);
    // central differences of second order at 1e-4 rad: about 1e-7 of the accelerations
    CHECK(load.force.x() == Approx(F.x()).epsilon(1e-6).margin(1e-5));
    CHECK(load.force.z() == Approx(F.y()).epsilon(1e-6).margin(1e-5));
    // Newton's law of the whole linkage: hinges carry weight and inertia, and no moment about their axes.
    calc_accelerations(model, state.q, state.v, acceleration, system.kinematics);
    calc_reactions(model, system.kinematics, multipliers, system.loads.reaction);
    calc_joint_loads(model, system.kinematics, system.loads, loads);
    Vec3 carried = Vec3::Zero(), needed = Vec3::Zero();
    for (std::size_t j = 0; j < 3; ++j) {
      const Joint& joint = model.joints()[j];
      CHECK(std::fabs(loads[j].moment.y()) < 1e-10);
      if (joint.parent == kWorld) carried += joint.X_PJ.R * loads[j].force;
    }
    for (int bar = 0; bar < 3; ++bar) needed += bars.mass[static_cast<std::size_t>(bar)] * (second(bar) - g);
    CHECK((carried - needed).norm() < 1e-4 * needed.norm());
  }
}

TEST_CASE("an RSSR linkage in space follows its closed form, its rod a row or a body", "[multibody]") {
  const Rssr linkage;
  for (const Rod rod : {Rod::row, Rod::body}) {
    Model model = rssr_model(linkage, rod);
    CHECK(model.independent_coordinates().size() == (rod == Rod::row ? 1u : 2u));  // and the rod's idle spin
    for (const IntegratorKind kind : {IntegratorKind::euler, IntegratorKind::beeman, IntegratorKind::rk4}) {
      ForestSystem system(model, Vec3(0, 0, -9.81));
      system.loads.damping[1] = 0.3;
      MotionState state = MotionState::at_rest(model, 0);
      state.v[0] = 8.0;
      Closure(model).close_velocities(state.q, state.v);
      IntegratorWorkspace workspace(model, 0);
      double least = 0.0, most = 0.0;
      for (int n = 0; n < 2000; ++n) {
        REQUIRE(advance(kind, system, 0.001, state, workspace) == StepStatus::ok);
        CHECK(std::fabs(wrapped(state.q[1] + linkage.psi(0.0) - linkage.psi(state.q[0]))) < 1e-12);
        constexpr double h = 1e-6;  // rad: a central difference to 1e-9
        const double ratio = (linkage.psi(state.q[0] + h) - linkage.psi(state.q[0] - h)) / (2.0 * h);
        CHECK(state.v[1] == Approx(ratio * state.v[0]).margin(1e-7));
        least = std::min(least, state.q[0]), most = std::max(most, state.q[0]);
      }
      CHECK(most - least > 2.0);
    }
  }
}

TEST_CASE("a revolute or fixed loop joint makes two bodies one, as a tree joint does", "[multibody]") {
  // A double pendulum in space, its second bar hung on the first by a tree joint, or floating and held there by a
  // loop joint of the same kind.
  const Mat3 inertia = Vec3(0.02, 0.03, 0.04).asDiagonal();
  const RigidTransform X_AJ{rotation_about(Vec3(0.6, 0.8, 0), 0.7), Vec3(0.1, 0.2, -0.5)};
  for (const LoopJointType type : {LoopJointType::spherical, LoopJointType::revolute, LoopJointType::fixed}) {
    const JointType tree_type = type == LoopJointType::fixed      ? JointType::fixed
                                : type == LoopJointType::revolute ? JointType::revolute
                                                                  : JointType::spherical;
    const Vec3 axis = Vec3(0.36, 0.48, 0.8);
    const auto build = [&](bool loop) {
      ModelBuilder builder;
      builder.add_body({"one", 1.0, Vec3(0, 0.05, -0.3), inertia})
          .add_body({"two", 2.0, Vec3(0.3, 0, -0.2), inertia});
      builder.add_joint({.name = "one", .type = JointType::spherical, .parent = "world", .child = "one"});
      JointSpec two{
          .name = "two", .type = tree_type, .parent = "one", .child = "two", .X_PJ = X_AJ, .axis = axis};
      if (loop) two.type = JointType::free, two.parent = "world", two.X_PJ = {};
      builder.add_joint(two);
      if (loop)
        builder.add_loop_joint(
            {.name = "hold", .type = type, .body_a = "one", .body_b = "two", .X_AJ = X_AJ, .axis = axis});
      return builder.build("pair");
    };
    const Model tree = build(false), loop = build(true);
    MotionState states[2];
    std::vector<Wrench> loads[2];
    Wrench held;
    for (int k = 0; k < 2; ++k) {
      const Model& model = k ? loop : tree;
      ForestSystem system(model, Vec3(0, 0, -9.81));
      states[k] = MotionState::at_rest(model, 0);
      states[k].v.head<3>() = Vec3(1.0, 2.0, 0.5);
      if (k) {  // the second bar stands and moves with the first
        Kinematics kinematics(model);
        const Quat turn = to_quat(X_AJ.R);
        states[k].q.head<4>() << 1.0, 0.0, 0.0, 0.0;
        states[k].q.tail<7>() << turn.w(), turn.x(), turn.y(), turn.z(), X_AJ.p;
        calc_kinematics(model, states[k].q, states[k].v, kinematics);
        const BodyMotion& one = kinematics.body[0];
        states[k].v.tail<6>() << X_AJ.R.transpose() * one.w, one.velocity_at(X_AJ.p);
        CHECK(widest_gap(model, states[k].q) < 1e-15);
      }
      REQUIRE(run_steps(IntegratorKind::rk4, system, states[k], 0.5, 1000) == StepStatus::ok);
      system.loads.reaction.resize(2);
      calc_reactions(model, system.kinematics, system.workspace.multipliers(), system.loads.reaction);
      calc_accelerations(model, states[k].q, states[k].v, states[k].a, system.kinematics);
      calc_joint_loads(model, system.kinematics, system.loads, loads[k]);
      if (k)
        held =
            calc_loop_load(model, model.constraints()[0], system.kinematics, system.workspace.multipliers());
      else
        held = loads[0][1];
      if (k == 0) continue;
      // the loop joint carries what the tree's joint does, which calc_joint_loads gives in the joint's axes
      const Mat3 R_WJ = system.kinematics.body[0].X_WB.R * X_AJ.R;
      CHECK((held.force - R_WJ * loads[0][1].force).norm() < 1e-7 * held.force.norm());
      CHECK((held.moment - R_WJ * loads[0][1].moment).norm() < 1e-7 * (1.0 + held.moment.norm()));
      CHECK((loads[1][0].force - loads[0][0].force).norm() < 1e-7 * loads[0][0].force.norm());
      CHECK(loads[1][1].force.norm() < 1e-10);  // nothing in the free joint
    }
    CHECK((states[0].q.head<4>() - states[1].q.head<4>()).norm() < 1e-9);  // RK4 at 0.5 ms
    CHECK((states[0].v.head<3>() - states[1].v.head<3>()).norm() < 1e-8);
  }
}

// Rounding of the angles grows with the turns of the crank, some 36,000 rad in the hour.
TEST_CASE("a loop stays closed", "[multibody]") {
  CHECK(run_four_bar(IntegratorKind::rk4, 9.0, 60.0, 60000).widest < 5e-12);         // a minute, 600 rad
  CHECK(run_four_bar(IntegratorKind::beeman, 9.0, 3600.0, 3600000).widest < 1e-10);  // an hour
}
