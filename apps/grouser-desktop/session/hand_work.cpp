// SPDX-License-Identifier: BSD-3-Clause
// Keys, gamepad and the stick on the screen are added on each axis, rounded to notches and turned into one
// command for the drives. A command is sent only when it differs from the last one.
#include "session/hand_work.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "grouser/simulation/step/world.hpp"

namespace grouser::desktop {
namespace {

/// "left" or "right" of a number that is positive to the left.
std::string to_side(const std::string& amount, double value) {
  return amount + (value > 0.0 ? " left" : " right");
}

/// The path of a motion in words: straight, radius, crab angle, on the spot.
std::string shape_text(const ShownUnits& units, const HandMotion& motion) {
  switch (motion.mode) {
    case DriveMode::crab:
      return motion.shape == 0.0
                 ? "crab, straight ahead"
                 : "crab " + to_side(steady_text(units, std::fabs(motion.shape), "deg", 0), motion.shape);
    case DriveMode::point_turn:
      return "on the spot";
    case DriveMode::arc:
      break;
  }
  return motion.shape == 0.0
             ? "straight"
             : "radius " + to_side(steady_text(units, std::fabs(1.0 / motion.shape), "m", 2), motion.shape);
}

// Shares of the top speed.
constexpr std::array<double, 3> kGears = {1.0, 0.5, 0.25};
// Commands are rounded to notches, so that a stick that trembles does not command anew at every picture.
constexpr double kNotches = 20.0;      // of an axis
constexpr double kCrabNotches = 36.0;  // of half a turn: 5 deg each

double notched(double value) { return std::round(value * kNotches) / kNotches; }

}  // namespace

/// Nothing is held and nothing is driven in a new run; the gamepad's state stays, because set_pad() acts on
/// changes only.
void HandWork::open(std::shared_ptr<const World> world) {
  world_ = std::move(world);
  on_ = unsaid_ = false;
  held_ = {};
  stick_ = {};
  command_ = {};
  state_ = {};
}

std::string HandWork::why_not() const {
  if (!world_) return "only a live run can be driven; open a scenario.";
  if (world_->external) return "the " + world_->main().name + " is commanded from outside.";
  if (!world_->hand_drive) return "the " + world_->main().name + " has no driven wheels.";
  return "";
}

void HandWork::set_on(bool on) {
  if (on == on_ || (on && !why_not().empty())) return;
  on_ = on;
  command_ = {.phase = {}, .on = on};
  unsaid_ = true;
  renew();
}

void HandWork::hold(HandKey key, bool down) {
  held_[static_cast<std::size_t>(key)] = down;
  renew();
}

void HandWork::release_all() {
  held_ = {};
  stick_ = {};
  renew();
}

void HandWork::set_pad(const PadState& pad) {
  if (pad == pad_) return;
  pad_ = pad;
  renew();
}

void HandWork::set_stick(double ahead, double left) {
  stick_ = {.speed = ahead, .steer = left};
  renew();
}

void HandWork::change_gear(int direction) {
  gear_ = std::clamp(gear_ - direction, 0, static_cast<int>(kGears.size()) - 1);
  renew();
}

void HandWork::say_again() { unsaid_ = unsaid_ || on_; }

std::optional<HandCommand> HandWork::unsaid() const {
  return unsaid_ ? std::optional(command_) : std::nullopt;
}

/// An axis from -1 to 1: keys plus gamepad plus the stick on the screen.
double HandWork::axis(HandKey plus, HandKey minus, double PadState::*part) const {
  const auto held = [&](HandKey key) { return held_[static_cast<std::size_t>(key)] ? 1.0 : 0.0; };
  return std::clamp(held(plus) - held(minus) + notched(pad_.*part + stick_.*part), -1.0, 1.0);
}

/// The command that keys, stick and gamepad give. With nothing held the rover stops, and its wheels keep
/// their steering angles.
HandCommand HandWork::wanted() const {
  const HandDrive::Limits& limits = world_->hand_drive->limits();
  // Axes as they are held, and the limits of the rover in the present gear.
  const double ahead = axis(HandKey::forward, HandKey::backward, &PadState::speed),
               left = axis(HandKey::left, HandKey::right, &PadState::steer),
               turn = axis(HandKey::turn_left, HandKey::turn_right, &PadState::turn);
  const double gear = kGears[static_cast<std::size_t>(gear_)], top = gear * limits.speed;
  const bool crab = limits.crab > 0.0 && (held_[static_cast<std::size_t>(HandKey::crab)] || pad_.crab);
  HandCommand command = command_;
  DrivePhase& phase = command.phase;
  // In this order: nothing held, turn on the spot, crab, arc.
  if (ahead == 0.0 && left == 0.0 && turn == 0.0) {
    phase.speed = phase.turn_rate = 0.0;
  } else if (turn != 0.0 && ahead == 0.0) {
    phase = {.mode = DriveMode::point_turn, .turn_rate = turn * gear * limits.turn_rate};
  } else if (crab) {
    // Crab angles lie within +-90 deg: backward beside the heading is forward on its other side, reversed.
    const double angle = ahead == 0.0 ? std::copysign(0.5 * std::numbers::pi, left) : std::atan(left / ahead);
    const double notch = std::numbers::pi / kCrabNotches;
    phase = {.speed = (ahead < 0.0 ? -top : top) * std::min(1.0, std::hypot(ahead, left)),
             .mode = DriveMode::crab,
             .crab = notch * std::round(angle / notch)};
  } else {
    phase = {.speed = ahead * top, .curvature = left * limits.curvature};
  }
  return command;
}

/// Marks a command that has changed as still to be sent.
void HandWork::renew() {
  if (!on_) return;
  const HandCommand now = wanted();
  if (now == command_) return;
  command_ = now;
  unsaid_ = true;
}

HandView HandWork::view() const {
  HandView view;
  view.why_not = why_not();
  view.possible = view.why_not.empty();
  view.on = on_;
  view.gear = kGears[static_cast<std::size_t>(gear_)];
  if (view.possible) view.limits = world_->hand_drive->limits();
  view.state = state_;
  return view;
}

std::string hand_text(const ShownUnits& units, const HandView& hand) {
  const HandMotion& now = hand.state.now;
  if (hand.over) return "the run has ended";
  if (!hand.state.on) return "waits for the next step";
  // Before another mode of driving the rover stops and its wheels steer at rest.
  if (!hand.state.aligned) {
    if (now.speed > 0.0) return steady_text(units, now.speed, "m/s", 3) + ", comes to rest";
    return steady_text(units, 0.0, "m/s", 3) + ", steers at rest";
  }
  if (now.mode == DriveMode::point_turn) return steady_text(units, now.speed, "deg/s", 2) + ", on the spot";
  return fmt::format("{}, {}", steady_text(units, now.speed, "m/s", 3), shape_text(units, now));
}

}  // namespace grouser::desktop
