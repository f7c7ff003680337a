// SPDX-License-Identifier: BSD-3-Clause
// The drives of wheels: the torques of limited motors, whose wheel joints are solved for dynamically, and the
// efforts of ideal ones.
#include "drive_commands.hpp"
#include "step/step_element.hpp"

namespace grouser {
namespace {

// Explicit Euler (settling, and runs with this method) allows a damper of dt c / J = 0.4, critical for the
// wheel in the air, instead of the 2 that is implicit in Beeman's step.
constexpr double kExplicitShare = 0.2;

/// Torques of limited motors from the memory at the step's start; the memory after it waits for accept().
class Motors final : public StepElement {
 public:
  explicit Motors(const World& world) : world_(world), next_(world.wheels.size()) {}

  void make_memory(SimulationState& state) const override {
    state.memory.assign<MotorMemory>(world_.wheels.size());
  }
  /// While settling, the drives are commanded to rest.
  void hold(bool holding) override { holding_ = holding; }
  void begin(const SimulationState& state) override {
    start_ = state.all<MotorMemory>();
    commands_ = drive_memory(state);
  }
  void apply(const ForceInstant& now, Loads& loads) override;
  void read_efforts(const EffortInstant& now, VecX& effort, StepOutput& output) override;
  void accept(SimulationState& state) const override {
    std::ranges::copy(next_, state.all<MotorMemory>().begin());
  }
  double power(const SimulationState& state, const StepMoment& now) const override;

 private:
  /// The motor's law, with less damping in explicit Euler steps.
  MotorLaw law_of(const WheelDrive& wheel) const;
  /// The drive's commanded motion; at rest while settling.
  CoordinateCommand command(std::size_t wheel, double t) const;

  const World& world_;
  bool holding_ = false;
  // of the step's start
  std::span<const MotorMemory> start_;
  DriveMemory commands_;
  std::vector<MotorMemory> next_;
};

MotorLaw Motors::law_of(const WheelDrive& wheel) const {
  MotorLaw law = *wheel.motor;
  if (holding_ || world_.settings.integrator == IntegratorKind::euler) law.damping *= kExplicitShare;
  return law;
}

CoordinateCommand Motors::command(std::size_t wheel, double t) const {
  CoordinateCommand asked = spin_command(world_, commands_, wheel, t);
  if (holding_) asked.v = asked.a = 0.0;
  return asked;
}

void Motors::apply(const ForceInstant& now, Loads& loads) {
  std::ranges::copy(start_, next_.begin());
  for (std::size_t i = 0; i < world_.wheels.size(); ++i) {
    const WheelDrive& wheel = world_.drives[i];
    if (!wheel.motor) continue;
    // A torque from outside takes the place of the speed law.
    const std::optional<double> torque = holding_ ? std::nullopt : torque_command(world_, commands_, i);
    const MotorEffort effort = torque ? torque_effort(*wheel.motor, *torque, now.v[wheel.drive_v])
                                      : motor_effort(law_of(wheel), command(i, now.time),
                                                     now.q[wheel.drive_q], now.v[wheel.drive_v], start_[i]);
    const double damping = now.dampers == DamperForm::implicit ? effort.damping : 0.0;
    loads.generalized[wheel.drive_v] += effort.torque + damping * now.v[wheel.drive_v];
    loads.damping[wheel.drive_v] += damping;
  }
}

/// Computes what the drives gave, at the end velocity.
void Motors::read_efforts(const EffortInstant& now, VecX& effort, StepOutput& output) {
  for (std::size_t i = 0; i < world_.wheels.size(); ++i) {
    const WheelDrive& wheel = world_.drives[i];
    // The damper acted at the end velocity, so its torque is known only here. Ideal drives have their effort
    // from the dynamics.
    const int at = wheel.drive_v;
    if (wheel.motor) {
      const double v_end = now.v_base[at] + now.gamma * now.a[at];
      effort[at] = now.loads.generalized[at] - now.loads.damping[at] * v_end;
      if (now.advances && !torque_command(world_, commands_, i))
        step_motor(law_of(wheel), command(i, now.time), now.q[wheel.drive_q], now.v[at], next_[i]);
    }
    output.wheels[i].drive_torque = effort[at];
  }
}

double Motors::power(const SimulationState& state, const StepMoment& now) const {
  double power = 0.0;
  for (const WheelDrive& wheel : world_.drives)
    if (wheel.motor) power += now.effort[wheel.drive_v] * state.motion.v[wheel.drive_v];
  return power;
}

}  // namespace

std::unique_ptr<StepElement> make_motors(const World& world) {
  if (world.wheels.empty()) return nullptr;
  return std::make_unique<Motors>(world);
}

}  // namespace grouser
