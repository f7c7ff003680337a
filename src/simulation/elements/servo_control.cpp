// SPDX-License-Identifier: BSD-3-Clause
// Angles that the servos of the main vehicle are given from outside (vehicle/legs/servo_command.hpp). After
// the first ones the gait gives no more.
#include <fmt/format.h>

#include <algorithm>

#include "grouser/base/error.hpp"
#include "grouser/simulation/step/drive_memory.hpp"
#include "grouser/simulation/step/servos.hpp"
#include "grouser/simulation/step/state.hpp"
#include "grouser/simulation/step/walker.hpp"
#include "grouser/simulation/step/world.hpp"
#include "grouser/vehicle/legs/walk_controller.hpp"
#include "servos.hpp"
#include "step/element_tools.hpp"
#include "step/step_element.hpp"

namespace grouser {

const Walker* main_walker(const World& world) {
  for (const Walker& walker : world.walkers)
    if (walker.vehicle == world.main_vehicle) return &walker;
  return nullptr;
}

const Walker& servo_walker(const World& world, const std::string& place) {
  const Walker* walker = main_walker(world);
  const auto refuse = [&](const char* why) {
    throw InputError(place, "the " + world.main().name + ", " + why,
                     "a walker with legs of three servos, such as quad_fourbar (scenario walker_stand)");
  };
  if (!walker) refuse("which has no legs to walk on");
  if (!std::ranges::all_of(walker->controller->legs(), [](const WalkerLeg& leg) { return leg.four_bar(); }))
    refuse("whose legs are limbs");
  return *walker;
}

std::vector<AngleRange> servo_limits(const Walker& walker) {
  std::vector<AngleRange> limits;
  for (const WalkerLeg& leg : walker.controller->legs())
    for (int k = 0; k < leg.joints(); ++k) limits.push_back({leg.lowest(k), leg.highest(k)});
  return limits;
}

std::vector<double> told_angles(const Walker& walker, const SimulationState& state) {
  std::vector<double> angles;
  for (std::size_t i = 0; i < walker.legs.size(); ++i)
    for (std::size_t k = 0; k < walker.legs[i].motors.size(); ++k)
      angles.push_back(state.all<WalkLegMemory>()[static_cast<std::size_t>(walker.first_leg) + i].angle[k]);
  return angles;
}

std::span<WalkLegMemory> legs_of(const Walker& walker, SimulationState& state) {
  return state.all<WalkLegMemory>().subspan(static_cast<std::size_t>(walker.first_leg), walker.legs.size());
}

double servo_torque_at(const Walker::Motor& motor, double told, const VecX& q, const VecX& v) {
  return servo_torque(motor.servo, told, q[motor.q]) - motor.servo.slope() * v[motor.v];
}

double servo_power(const World& world, const SimulationState& state) {
  double power = 0.0;
  const std::span<const WalkLegMemory> memory = state.all<WalkLegMemory>();
  for (const Walker& walker : world.walkers)
    for (std::size_t i = 0; i < walker.legs.size(); ++i)
      for (std::size_t k = 0; k < walker.legs[i].motors.size(); ++k) {
        const Walker::Motor& motor = walker.legs[i].motors[k];
        const double told = memory[static_cast<std::size_t>(walker.first_leg) + i].told[k];
        power += state.motion.v[motor.v] * servo_torque_at(motor, told, state.motion.q, state.motion.v);
      }
  return power;
}

namespace {

/// Takes angles live or from the scenario at the start of a step, and takes them back if the step fails.
class ServoControl final : public StepElement {
 public:
  explicit ServoControl(const World& world) : world_(world), walker_(main_walker(world)) {
    if (walker_) legs_before_.resize(walker_->legs.size());
  }

  bool take(const OutsideCommand& command, const SimulationState&) override;
  void forget() override { waiting_.reset(); }
  bool begin_step(const Kinematics&, SimulationState& state) override;
  void end_step(bool accepted, SimulationState& state) override;

 private:
  /// Gives the servos the next angles that are due; false where there are none.
  bool take_next(SimulationState& state);
  /// Writes angles, rad, leg by leg, and the pulses that the servos make of them.
  void give(std::span<const double> angles, SimulationState& state) const;

  const World& world_;
  const Walker* walker_;  // null: the main vehicle has no legs to walk on
  std::optional<std::vector<double>> waiting_;
  bool taken_ = false;  // in this step
  ServoMemory before_;
  std::vector<WalkLegMemory> legs_before_;
  double power_before_ = 0.0;  // motor_power of the ledger
};

bool ServoControl::take(const OutsideCommand& command, const SimulationState&) {
  const auto* asked = std::get_if<ServoAngles>(&command);
  if (!asked) return false;
  // Refused: a vehicle without legs of three servos, a wrong count, or angles beyond the servos' limits.
  constexpr const char* kPlace = "angles commanded to servos";
  const std::vector<AngleRange> limits = servo_limits(servo_walker(world_, kPlace));
  std::string why;
  if (asked->angles.size() != limits.size())
    why = fmt::format("{} angles, expected {}", asked->angles.size(), limits.size());
  else
    why = angles_refusal(asked->angles, limits);
  if (!why.empty()) throw InputError(kPlace, why, "one for each servo, within its limits");
  waiting_.emplace(asked->angles.begin(), asked->angles.end());
  return true;
}

void ServoControl::give(std::span<const double> angles, SimulationState& state) const {
  const std::span<WalkLegMemory> legs = legs_of(*walker_, state);
  std::size_t at = 0;
  for (std::size_t i = 0; i < legs.size(); ++i)
    for (std::size_t k = 0; k < walker_->legs[i].motors.size(); ++k) {
      legs[i].angle[k] = angles[at++];
      legs[i].told[k] = servo_pulse(walker_->legs[i].motors[k].servo, legs[i].angle[k]);
    }
}

/// A waiting command counts as given now. Otherwise the last of the scenario's commands whose time has come
/// counts.
bool ServoControl::take_next(SimulationState& state) {
  const double t = state.motion.time;
  ServoMemory& memory = *state.first<ServoMemory>();
  if (waiting_) {
    give(*waiting_, state);
    waiting_.reset();
    memory.taken_at = t;
    return true;
  }
  // Commands of the scenario are in order of time; only those after the last one taken count.
  const std::vector<ServoCommand>& told = world_.commands.servos;
  const auto after = std::upper_bound(told.begin(), told.end(), t,
                                      [](double time, const ServoCommand& c) { return time < c.time; });
  if (after == told.begin() || std::prev(after)->time <= memory.taken_at) return false;
  give(std::prev(after)->angles, state);
  memory.taken_at = std::prev(after)->time;
  return true;
}

bool ServoControl::begin_step(const Kinematics&, SimulationState& state) {
  taken_ = false;
  if (!walker_ || (!waiting_ && world_.commands.servos.empty())) return false;
  // Kept for a step that fails.
  before_ = *state.first<ServoMemory>();
  std::ranges::copy(legs_of(*walker_, state), legs_before_.begin());
  power_before_ = state.ledger.motor_power;
  const double power = servo_power(world_, state);
  taken_ = take_next(state);
  if (taken_) book_power_jump(world_, servo_power(world_, state) - power, state);
  return false;
}

/// After a failed step the state is again as it was before begin_step().
void ServoControl::end_step(bool accepted, SimulationState& state) {
  if (accepted || !taken_) return;
  *state.first<ServoMemory>() = before_;
  std::ranges::copy(legs_before_, legs_of(*walker_, state).begin());
  state.ledger.motor_power = power_before_;
}

}  // namespace

std::unique_ptr<StepElement> make_servo_control(const World& world) {
  return std::make_unique<ServoControl>(world);
}

}  // namespace grouser
