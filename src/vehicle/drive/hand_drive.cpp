// SPDX-License-Identifier: BSD-3-Clause
// One decision of driving by hand: a rover that is taken over in motion rolls out, steers at rest, then
// drives. While it drives, the shape of its motion changes only as fast as the slowest steering joint
// allows, so that all wheels stay on circles about one centre.
#include "grouser/vehicle/drive/hand_drive.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "grouser/base/error.hpp"
#include "grouser/vehicle/drive/waypoint_follower.hpp"

namespace grouser {
namespace {

constexpr double kSteerRate = FollowSpec{}.steer_rate;  // rad/s
constexpr double kSpeedUp = 1.0;                        // s from rest to the top speed
constexpr double kRounding = 1e-9;                      // rad
constexpr double kPeak = 1.5;                           // of a smooth step: its greatest rate over its mean

constexpr double kWithin = 0.8;  // of the distance to the nearest centre that lies within a wheel
constexpr double kMostTurnRate = kPhaseTurnRates.max * std::numbers::pi / 180.0;  // rad/s

bool within(double value, const NumberRange& range) { return value >= range.min && value <= range.max; }

/// The motion as a phase of a programme.
DrivePhase phase_of(const HandMotion& motion) {
  const DriveMode mode = motion.mode;
  DrivePhase phase{.mode = mode};
  (mode == DriveMode::point_turn ? phase.turn_rate : phase.speed) = motion.speed;
  if (mode == DriveMode::arc) phase.curvature = motion.shape;
  if (mode == DriveMode::crab) phase.crab = motion.shape;
  return phase;
}

/// The inverse: shape is the curvature of an arc, 1/m, or the angle of a crab, rad.
HandMotion motion_of(const DrivePhase& phase) {
  const bool turns = phase.mode == DriveMode::point_turn;
  const double shape = phase.mode == DriveMode::crab ? phase.crab : phase.curvature;
  return {phase.mode, turns ? phase.turn_rate : phase.speed, turns ? 0.0 : shape};
}

bool turns(const HandMotion& motion) { return motion.mode == DriveMode::point_turn; }

/// Exactly `to` if it is within reach, which shows that it was reached.
double towards(double from, double to, double most) {
  return std::fabs(to - from) <= most ? to : from + (to > from ? most : -most);
}

/// The segment from the present command to the next decision's.
HandWheel next_wheel(double t, const WheelOrder& now, const WheelCommand& target) {
  return {{t, HandDrive::kInterval, now.spin.q, now.spin.v, target.spin_rate, now.steer.q, target.steer},
          now.steer.v};
}

constexpr double kSteerStep = kSteerRate * HandDrive::kInterval / kPeak;  // rad a decision

}  // namespace

// The cubic of the segment, and one that begins with the rate and changes nothing at either end.
CoordinateCommand HandWheel::steer_at(double t) const {
  CoordinateCommand told = segment.steer_at(t);
  if (steer_rate0 == 0.0 || t < segment.t0 || t >= segment.end()) return told;
  const double T = segment.duration, x = (t - segment.t0) / T;
  told.q += steer_rate0 * T * x * (1.0 - x) * (1.0 - x);
  told.v += steer_rate0 * (1.0 - x) * (1.0 - 3.0 * x);
  told.a += steer_rate0 / T * (6.0 * x - 4.0);
  return told;
}

HandCommand commanded(const HandDriveState& state) {
  HandCommand command{phase_of(state.wanted), state.on};
  command.phase.start = state.taken_at;
  return command;
}

HandDrive::HandDrive(std::vector<FollowerWheel> wheels, double top_speed) : wheels_(std::move(wheels)) {
  // The limits: an arc's centre may not lie within a wheel, and an unsteered wheel does not crab.
  double widest = 0.0;
  limits_.crab = 0.5 * std::numbers::pi;
  for (const FollowerWheel& wheel : wheels_) {
    reach_ = std::max(reach_, std::sqrt(wheel.x * wheel.x + wheel.y * wheel.y));
    widest = std::max({widest, std::fabs(wheel.x) + std::fabs(wheel.y), std::fabs(wheel.y) / kWithin});
    if (wheel.mount == WheelMount::steered || !limits_.unsteered.empty()) continue;
    limits_.crab = 0.0;
    limits_.unsteered = wheel.name;
  }
  limits_.speed = std::min(top_speed, kPhaseSpeeds.max);
  limits_.turn_rate = reach_ > 0.0 ? std::min(limits_.speed / reach_, kMostTurnRate) : 0.0;
  limits_.curvature = widest > 0.0 ? std::min(1.0 / widest, kPhaseCurvatures.max) : 0.0;
}

std::string HandDrive::refusal(const HandCommand& told) const {
  if (!told.on) return "";
  if (!within(told.phase.speed, kPhaseSpeeds) || !within(told.phase.curvature, kPhaseCurvatures) ||
      !(std::fabs(told.phase.turn_rate) <= kMostTurnRate + kRounding))
    return fmt::format("a speed, curvature or turn rate beyond {:g} m/s, {:g} 1/m or {:g} deg/s",
                       kPhaseSpeeds.max, kPhaseCurvatures.max, kPhaseTurnRates.max);
  if (told.phase.mode == DriveMode::crab && told.phase.crab != 0.0 && limits_.crab == 0.0)
    return "wheel '" + limits_.unsteered + "' is not steered, so the rover cannot crab";
  if (told.phase.mode == DriveMode::crab &&
      !(std::fabs(told.phase.crab) <= 0.5 * std::numbers::pi + kRounding))
    return "a crab angle beyond 90 deg; a negative speed drives backward";
  if (told.phase.mode == DriveMode::arc)
    for (const FollowerWheel& wheel : wheels_)
      if (std::fabs(told.phase.curvature * wheel.y) >= 1.0)
        return fmt::format("an arc whose centre lies within wheel '{}'; a point turn is meant for that",
                           wheel.name);
  return "";
}

WheelCommand HandDrive::command(std::size_t wheel, const HandMotion& motion) const {
  const FollowerWheel& w = wheels_[wheel];
  return wheel_command(phase_of(motion), w.x, w.y, w.radius, w.mount);
}

double HandDrive::speed_step(const HandMotion& motion) const {
  return (turns(motion) ? limits_.turn_rate : limits_.speed) * kInterval / kSpeedUp;
}

bool HandDrive::stands_as(const HandMotion& motion, std::span<const WheelOrder> now) const {
  for (std::size_t i = 0; i < wheels_.size(); ++i)
    if (wheels_[i].mount == WheelMount::steered &&
        (now[i].steer.q != command(i, motion).steer || now[i].steer.v != 0.0))
      return false;
  return true;
}

void HandDrive::take(const HandCommand& told, double t, std::span<const WheelOrder> now,
                     std::span<const WheelOrder> programme, HandDriveMemory& memory) const {
  HandDriveState& state = memory.state;
  state.taken_at = told.phase.start;
  if (!told.on) {
    if (memory.on()) give_back(t, now, programme, memory);
    return;
  }
  state.wanted = motion_of(told.phase);
  if (memory.on()) return;
  state.on = true;
  state.aligned = false;
  state.next_time = t;
  state.now = {};
  for (std::size_t i = 0; i < wheels_.size(); ++i)
    state.now.speed = std::max(state.now.speed, std::fabs(now[i].spin.v * wheels_[i].radius));
}

void HandDrive::give_back(double t, std::span<const WheelOrder> now, std::span<const WheelOrder> programme,
                          HandDriveMemory& memory) const {
  // The programme takes over as slowly as the wheel that is farthest from it needs.
  double duration = kInterval;
  for (std::size_t i = 0; i < wheels_.size(); ++i) {
    const double turn = std::fabs(now[i].steer.q - programme[i].steer.q);
    const double speed = std::fabs(now[i].spin.v - programme[i].spin.v) * wheels_[i].radius;
    duration = std::max({duration, kPeak * turn / kSteerRate, kSpeedUp * speed / limits_.speed});
  }
  for (std::size_t i = 0; i < wheels_.size(); ++i)
    memory.wheels[i] = {
        {t, duration, now[i].spin.q - programme[i].spin.q, now[i].spin.v - programme[i].spin.v, 0.0,
         now[i].steer.q - programme[i].steer.q, 0.0},
        now[i].steer.v - programme[i].steer.v};
  memory.state.on = false;
}

/// Taken over in motion: all wheels slow down in proportion and keep their angles.
void HandDrive::roll_out(double t, std::span<const WheelOrder> now, HandDriveMemory& memory) const {
  HandMotion& motion = memory.state.now;
  const double after = std::max(0.0, motion.speed - limits_.speed * kInterval / kSpeedUp);
  const double share = after / motion.speed;
  for (std::size_t i = 0; i < wheels_.size(); ++i)
    memory.wheels[i] = next_wheel(t, now[i], {now[i].steer.q, share * now[i].spin.v});
  motion.speed = after;
}

void HandDrive::steer_at_rest(double t, std::span<const WheelOrder> now, HandDriveMemory& memory) const {
  for (std::size_t i = 0; i < wheels_.size(); ++i) {
    const double goal = command(i, memory.state.now).steer;
    memory.wheels[i] = next_wheel(t, now[i], {towards(now[i].steer.q, goal, kSteerStep), 0.0});
  }
}

/// The shape as close to the wanted one as the slowest steering joint allows.
double HandDrive::limited_shape(const HandMotion& motion, double wanted,
                                std::span<const WheelOrder> now) const {
  const auto in_time = [&](double shape) {
    const HandMotion tried{motion.mode, 0.0, shape};
    for (std::size_t i = 0; i < wheels_.size(); ++i)
      if (std::fabs(command(i, tried).steer - now[i].steer.q) > kSteerStep) return false;
    return true;
  };
  if (in_time(wanted)) return wanted;
  constexpr int kHalvings = 40;  // to 1e-12 of the change
  double reachable = 0.0, beyond = 1.0;
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = 0.5 * (reachable + beyond);
    (in_time(motion.shape + middle * (wanted - motion.shape)) ? reachable : beyond) = middle;
  }
  return motion.shape + reachable * (wanted - motion.shape);
}

void HandDrive::drive(double t, std::span<const WheelOrder> now, HandDriveMemory& memory) const {
  const HandMotion& wanted = memory.state.wanted;
  HandMotion& motion = memory.state.now;
  double speed = wanted.speed, shape = wanted.shape;
  // Arc and crab change into each other where both go straight; a point turn begins and ends at rest.
  if (motion.mode != wanted.mode) {
    const bool through_rest = turns(motion) || turns(wanted);
    shape = through_rest ? motion.shape : 0.0;
    if (through_rest) speed = 0.0;
    if (!through_rest && motion.shape == 0.0) {
      motion.mode = wanted.mode;
      shape = wanted.shape;
    }
  }
  if (!turns(motion)) motion.shape = limited_shape(motion, shape, now);
  motion.speed = towards(motion.speed, speed, speed_step(motion));
  for (std::size_t i = 0; i < wheels_.size(); ++i)
    memory.wheels[i] = next_wheel(t, now[i], command(i, motion));
}

void HandDrive::decide(double t, std::span<const WheelOrder> now, HandDriveMemory& memory) const {
  GROUSER_ASSERT(now.size() == wheels_.size() && memory.wheels.size() == wheels_.size());
  HandDriveState& state = memory.state;
  state.next_time = t + kInterval;
  const bool to_turn = state.now.mode != state.wanted.mode && (turns(state.now) || turns(state.wanted));
  if (state.aligned && to_turn && state.now.speed == 0.0) state.aligned = false;
  if (!state.aligned) {
    if (state.now.speed > 0.0) return roll_out(t, now, memory);
    state.now = {state.wanted.mode, 0.0, state.wanted.shape};
    if (!stands_as(state.now, now)) return steer_at_rest(t, now, memory);
    state.aligned = true;
  }
  drive(t, now, memory);
}

}  // namespace grouser
