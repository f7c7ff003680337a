// SPDX-License-Identifier: BSD-3-Clause
#include "servo_control.hpp"

#include <algorithm>

#include "grouser/base/error.hpp"
#include "grouser/simulation/step/state.hpp"
#include "grouser/simulation/step/world.hpp"
#include "grouser/vehicle/legs/walk_controller.hpp"
#include "walking.hpp"

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
      angles.push_back(state.walk_legs[static_cast<std::size_t>(walker.first_leg) + i].angle[k]);
  return angles;
}

ServoControl::ServoControl(const World& world) : world_(world), walker_(main_walker(world)) {
  if (walker_) legs_before_.resize(walker_->legs.size());
}

std::span<WalkLegMemory> ServoControl::legs_of_main(SimulationState& state) const {
  return std::span(state.walk_legs)
      .subspan(static_cast<std::size_t>(walker_->first_leg), walker_->legs.size());
}

void ServoControl::tell(std::span<const double> angles, SimulationState& state) const {
  const std::span<WalkLegMemory> legs = legs_of_main(state);
  std::size_t at = 0;
  for (std::size_t i = 0; i < legs.size(); ++i)
    for (std::size_t k = 0; k < walker_->legs[i].motors.size(); ++k) {
      legs[i].angle[k] = angles[at++];
      legs[i].told[k] = servo_pulse(walker_->legs[i].motors[k].servo, legs[i].angle[k]);
    }
}

/// What waits was told now; of the scenario's commands the last whose time has come counts.
bool ServoControl::take_next(SimulationState& state) {
  const double t = state.motion.time;
  if (waiting_) {
    tell(*waiting_, state);
    waiting_.reset();
    state.servos.taken_at = t;
    return true;
  }
  const std::vector<ServoCommand>& told = world_.servo_commands;
  const auto after = std::upper_bound(told.begin(), told.end(), t,
                                      [](double time, const ServoCommand& c) { return time < c.time; });
  if (after == told.begin() || std::prev(after)->time <= state.servos.taken_at) return false;
  tell(std::prev(after)->angles, state);
  state.servos.taken_at = std::prev(after)->time;
  return true;
}

void ServoControl::begin_step(SimulationState& state) {
  taken_ = false;
  if (!walker_ || (!waiting_ && world_.servo_commands.empty())) return;
  before_ = state.servos;
  std::ranges::copy(legs_of_main(state), legs_before_.begin());
  power_before_ = state.ledger.motor_power;
  const double power = servo_power(world_, state);
  taken_ = take_next(state);
  if (taken_) note_told_jump(world_, power, state);
}

void ServoControl::revert(SimulationState& state) const {
  if (!taken_) return;
  state.servos = before_;
  std::ranges::copy(legs_before_, legs_of_main(state).begin());
  state.ledger.motor_power = power_before_;
}

}  // namespace grouser
