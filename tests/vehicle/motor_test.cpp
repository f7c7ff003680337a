// SPDX-License-Identifier: BSD-3-Clause
// A wheel on a limited motor: the loop's spectral radius against a simulated wheel, tracking, the
// torque-speed line, stall and recovery.
#include "grouser/vehicle/drive/motor.hpp"

#include <cmath>
#include <functional>

#include "catch.hpp"
#include "grouser/base/error.hpp"
#include "grouser/math/eigenvalues.hpp"
#include "grouser/multibody/build/model_builder.hpp"
#include "grouser/multibody/constraints/forward_dynamics.hpp"
#include "grouser/multibody/integrators/integrator.hpp"
#include "grouser/vehicle/drive/drive_segment.hpp"

using namespace grouser;

namespace {

constexpr double kInertia = 0.03, kStep = 0.003;  // kg m2, s: a rover's wheel at the usual step
const MotorSpec kMotor{.stall_torque = 4.0, .no_load_speed = 0.8};

Model wheel_model(double inertia) {
  ModelBuilder builder;
  builder.add_body({"wheel", 4.0, Vec3::Zero(), inertia * Mat3::Identity()});
  JointSpec joint{.name = "drive", .type = JointType::revolute, .parent = "world", .child = "wheel"};
  joint.axis = Vec3::UnitY();
  return builder.add_joint(joint).build("wheel");
}

/// The wheel alone, with a load torque against the drive.
class MotorWheel : public System {
 public:
  MotorWheel(const MotorLaw& motor, double inertia, std::function<double(double)> load, DriveSegment command)
      : law(motor),
        load_(std::move(load)),
        command_(command),
        model_(wheel_model(inertia)),
        kinematics_(model_),
        loads_(model_),
        workspace_(model_),
        effort_(VecX::Zero(1)) {
    loads_.gravity.setZero();
  }
  const Model& model() const override { return model_; }
  void prescribe(double, VecX&, VecX&, VecX&) override {}
  StepStatus calc_rates(double t, const VecX& q, const VecX& v, const VecX&, VecX& a, VecX&) override {
    return solve(t, q, v, {}, a);
  }
  StepStatus calc_step(double t, double, const VecX& q, const VecX& v, const VecX& v_base, double gamma,
                       VecX&, VecX& a) override {
    solve(t, q, v, {gamma, &v_base}, a);
    step_motor(law, command_.spin_at(t), q[0], v[0], memory);
    return StepStatus::ok;
  }
  MotorLaw law;
  MotorMemory memory;
  double torque = 0.0;

 private:
  StepStatus solve(double t, const VecX& q, const VecX& v, const ImplicitDamping& damping, VecX& a) {
    const MotorEffort effort = motor_effort(law, command_.spin_at(t), q[0], v[0], memory);
    torque = effort.torque;
    loads_.generalized[0] = effort.torque + effort.damping * v[0] - load_(t);
    loads_.damping[0] = effort.damping;
    calc_kinematics(model_, q, v, kinematics_);
    forward_dynamics(model_, q, v, kinematics_, loads_, damping, workspace_, a, effort_);
    return StepStatus::ok;
  }
  std::function<double(double)> load_;
  DriveSegment command_;
  Model model_;
  Kinematics kinematics_;
  Loads loads_;
  DynamicsWorkspace workspace_;
  VecX effort_;
};

struct Run {
  MotorWheel& wheel;
  MotionState state;
  IntegratorWorkspace workspace;
  explicit Run(MotorWheel& w)
      : wheel(w), state(MotionState::at_rest(w.model(), 0)), workspace(w.model(), 0) {}
  void until(
      double t, const std::function<void()>& watch = [] {}) {
    while (state.time < t - 0.5 * kStep) {
      REQUIRE(advance(IntegratorKind::beeman, wheel, kStep, state, workspace) == StepStatus::ok);
      watch();
    }
  }
};

/// Rest, then `rate` within half a second.
DriveSegment ramp_to(double rate) { return {.t0 = 0.0, .duration = 0.5, .rate1 = rate}; }
double no_load(double) { return 0.0; }
const MotorLaw kLaw = make_motor_law(kMotor, kInertia, kStep);

/// Beeman's step of J x'' = -k x - d x' with the damper at the step's end, on (x, h v, h^2 a, h^2 a_prev).
double spectral_radius(double kappa, double delta) {
  Eigen::Matrix4d step;
  for (int i = 0; i < 4; ++i) {
    const Eigen::Vector4d s = Eigen::Vector4d::Unit(i);
    const double x = s[0] + s[1] + (4.0 * s[2] - s[3]) / 6.0, base = s[1] + (8.0 * s[2] - s[3]) / 12.0;
    const double a = -(kappa * x + delta * base) / (1.0 + 5.0 / 12.0 * delta);
    step.col(i) << x, base + 5.0 / 12.0 * a, a, s[2];
  }
  return grouser::spectral_radius(step);
}
double spectral_radius(const MotorLaw& law, double inertia) {
  return spectral_radius(law.stiffness * kStep * kStep / inertia, law.damping * kStep / inertia);
}

}  // namespace

TEST_CASE("the motor's loop is stable for the free wheel and for every heavier one", "[vehicle]") {
  CHECK(spectral_radius(kLaw, kInertia) == Approx(0.980).margin(0.0005));
  for (double heavier = 1.0; heavier < 2000.0; heavier *= 1.1)
    CHECK(spectral_radius(kLaw, heavier * kInertia) < 1.0);
  CHECK(spectral_radius(0.04, 6.0) > 1.0);  // where Adams-Moulton ends: the bound is not idle
}

TEST_CASE("a simulated wheel's lag dies at the spectral radius", "[vehicle]") {
  MotorWheel wheel(kLaw, kInertia, no_load, ramp_to(0.0));
  Run run(wheel);
  run.state.q[0] = 0.001;  // demand 0.13 N m: far from the limit
  run.until(200 * kStep);
  const double early = run.state.q[0];
  run.until(300 * kStep);
  // One real root leads, so the ratio over 100 steps is its 100th power.
  CHECK(std::pow(run.state.q[0] / early, 0.01) == Approx(spectral_radius(kLaw, kInertia)).epsilon(1e-6));
  CHECK(wheel.memory.given_up == 0.0);
}

TEST_CASE("an unsaturated motor follows its command, a steady load costs angle, not speed", "[vehicle]") {
  constexpr double kLoad = 1.5, kRate = 0.3;
  MotorWheel wheel(
      kLaw, kInertia, [](double) { return kLoad; }, ramp_to(kRate));
  Run run(wheel);
  run.until(7.0);  // 2000 steps after the ramp: 0.98^2000 of the lag is left
  CHECK(run.state.v[0] == Approx(kRate).epsilon(1e-12));
  CHECK(wheel.torque == Approx(kLoad).epsilon(1e-12));
  const double lag = ramp_to(kRate).spin_at(run.state.time).q - wheel.memory.given_up - run.state.q[0];
  CHECK(lag == Approx(kLoad / wheel.law.stiffness).epsilon(1e-9));
}

TEST_CASE("an overloaded motor settles on its torque-speed line, beyond stall it is driven back",
          "[vehicle]") {
  for (const double sign : {1.0, -1.0}) {
    MotorWheel wheel(
        kLaw, kInertia, [=](double) { return sign * 0.75 * kMotor.stall_torque; }, ramp_to(sign * 0.5));
    Run run(wheel);
    double largest = 0.0;
    run.until(4.0, [&] {
      const double line =
          kMotor.stall_torque * (1.0 - std::fmax(0.0, sign * run.state.v[0]) / kMotor.no_load_speed);
      // The torque is taken at the predicted speed: off by the slope times the prediction's error.
      largest = std::fmax(largest, sign * wheel.torque - line);
    });
    CHECK(run.state.v[0] == Approx(sign * 0.25 * kMotor.no_load_speed).epsilon(1e-9));
    CHECK(wheel.torque == Approx(sign * 0.75 * kMotor.stall_torque).epsilon(1e-9));
    CHECK(largest < 0.03 * kMotor.stall_torque);
    MotorWheel stalled(
        kLaw, kInertia, [=](double) { return sign * 1.5 * kMotor.stall_torque; }, ramp_to(sign * 0.5));
    Run back(stalled);
    back.until(2.0);
    // Pushed backward it brakes with the stall torque, no more: a steady acceleration.
    CHECK(stalled.torque == sign * kMotor.stall_torque);
    CHECK(back.state.a[0] == Approx(-sign * 0.5 * kMotor.stall_torque / kInertia).epsilon(1e-9));
  }
}

namespace {

struct Recovery {
  double held, given_up, fastest, end, time;
};
/// From 1 s to 2 s the load grows to 95 % of stall; at 10 s it is gone.
Recovery come_free(const MotorSpec& motor, double rate) {
  const auto load = [&](double t) {
    return t < 10.0 ? 0.95 * motor.stall_torque * std::fmin(1.0, std::fmax(0.0, t - 1.0)) : 0.0;
  };
  MotorWheel wheel(make_motor_law(motor, kInertia, kStep), kInertia, load, ramp_to(rate));
  Run run(wheel);
  run.until(10.0 - kStep);
  Recovery result{run.state.v[0], wheel.memory.given_up, 0.0, 0.0, 0.0};
  run.until(20.0, [&] {
    result.fastest = std::fmax(result.fastest, run.state.v[0]);
    if (result.time == 0.0 && run.state.v[0] > 0.99 * rate) result.time = run.state.time - 10.0;
  });
  result.end = run.state.v[0];
  return result;
}

}  // namespace

TEST_CASE("a wheel that was nearly stalled and comes free takes up its speed without winding up",
          "[vehicle]") {
  constexpr double kRate = 0.4;
  const Recovery free = come_free(kMotor, kRate);
  CHECK(free.held == Approx(0.05 * kMotor.no_load_speed).epsilon(1e-6));
  CHECK(free.given_up > 2.5);  // rad: kept, they would be a demand of 80 times the stall torque
  CHECK(free.end == Approx(kRate).epsilon(1e-9));
  CHECK(free.fastest < 1.001 * kRate);
  CHECK(free.time < 1.0);  // damping / stiffness is 0.15 s
  // The bound of check_motor is not idle: a line six times as steep overshoots.
  const MotorSpec steep{.stall_torque = 24.0, .no_load_speed = 0.8};
  CHECK(come_free(steep, kRate).fastest > 1.5 * kRate);
}

TEST_CASE("a line too steep for the step is refused with the step that works", "[vehicle]") {
  CHECK_NOTHROW(check_motor(kMotor, kInertia, kStep, "rover.toml:3: motor"));
  const MotorSpec steep{.stall_torque = 50.0, .no_load_speed = 0.3};
  try {
    check_motor(steep, kInertia, kStep, "rover.toml:3: motor");
    FAIL("not refused");
  } catch (const InputError& e) {
    CHECK(std::string(e.what()).rfind("rover.toml:3: motor", 0) == 0);
    CHECK(std::string(e.what()).find("9e-05 s") != std::string::npos);  // 0.5 * 0.03 / (50 / 0.3)
    // With the missing inertia, 0.003 (50 / 0.3) / 0.5 - 0.03 kg m2, the same step works.
    CHECK(std::string(e.what()).find("rotor_inertia of 0.97 kg m2") != std::string::npos);
  }
  CHECK_NOTHROW(check_motor(steep, kInertia + 0.98, kStep, "rover.toml:3: motor"));
  CHECK(largest_motor_step(steep, kInertia) == Approx(9e-5));
}
