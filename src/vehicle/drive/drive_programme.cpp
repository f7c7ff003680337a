// SPDX-License-Identifier: BSD-3-Clause
// Commanded drives over time: signals that go from one value to the next by a cubic x^2 (3 - 2 x) over the
// ramp, with their integral in closed form; and the wheel's steering angle and spin for an arc, a crab or a
// point turn, from the velocity of its hub.
#include "grouser/vehicle/drive/drive_programme.hpp"

#include <fmt/format.h>

#include <cmath>

#include "grouser/base/error.hpp"
#include "grouser/math/elementary.hpp"

namespace grouser {

RampedSignal::RampedSignal(std::vector<double> starts, std::vector<double> values, double ramp)
    : starts_(std::move(starts)), values_(std::move(values)), ramp_(ramp) {
  integrals_.assign(starts_.size(), 0.0);
  for (std::size_t i = 1; i < starts_.size(); ++i) integrals_[i] = integral(starts_[i]);
}

int RampedSignal::phase_at(double t) const {
  int i = static_cast<int>(starts_.size()) - 1;
  while (i > 0 && t < starts_[i]) --i;
  return i;
}

double RampedSignal::value(double t) const {
  const int i = phase_at(t);
  if (i == 0) return values_[0];
  const double x = (t - starts_[i]) / ramp_;
  if (x >= 1.0) return values_[i];
  return values_[i - 1] + (values_[i] - values_[i - 1]) * x * x * (3.0 - 2.0 * x);
}

double RampedSignal::rate(double t) const {
  const int i = phase_at(t);
  const double x = (t - starts_[i]) / ramp_;
  if (i == 0 || x >= 1.0) return 0.0;
  return (values_[i] - values_[i - 1]) * 6.0 * x * (1.0 - x) / ramp_;
}

double RampedSignal::second_rate(double t) const {
  const int i = phase_at(t);
  const double x = (t - starts_[i]) / ramp_;
  if (i == 0 || x >= 1.0) return 0.0;
  return (values_[i] - values_[i - 1]) * (6.0 - 12.0 * x) / (ramp_ * ramp_);
}

double RampedSignal::integral(double t) const {
  int i = phase_at(t);
  // while the constructor fills integrals_, starts_[i] itself still belongs to the previous phase
  if (i > 0 && t == starts_[i]) --i;
  const double elapsed = t - starts_[i];
  if (i == 0) return values_[0] * elapsed;
  const double x = std::fmin(elapsed / ramp_, 1.0);
  const double change = values_[i] - values_[i - 1];
  // The integral of the smooth step is x^3 - x^4/2.
  const double within = values_[i - 1] * x * ramp_ + change * ramp_ * (x * x * x - 0.5 * x * x * x * x);
  return integrals_[i] + within + values_[i] * std::fmax(0.0, elapsed - ramp_);
}

namespace {

/// Velocity of the hub at (x, y), ahead and to the left, for a speed (point turn: a turn rate) of 1.
struct HubVelocity {
  double forward, sideways;
};
HubVelocity unit_hub_velocity(const DrivePhase& phase, double x, double y) {
  switch (phase.mode) {
    case DriveMode::crab: {
      const math::SinCos direction = math::sincos(phase.crab);
      return {direction.cos, direction.sin};
    }
    case DriveMode::point_turn:
      return {-y, x};
    case DriveMode::arc:
      break;
  }
  return {1.0 - phase.curvature * y, phase.curvature * x};
}

}  // namespace

void check_wheel_follows(const DriveProgramme& programme, const std::string& wheel, WheelMount mount) {
  if (mount == WheelMount::steered) return;
  for (const DrivePhase& phase : programme.phases)
    if (phase.mode == DriveMode::crab && phase.crab != 0.0)
      throw InputError(programme.place, fmt::format("mode \"crab\" with the unsteered wheel '{}'", wheel),
                       "a rover whose wheels all have a steering joint, or another mode");
}

WheelCommand wheel_command(const DrivePhase& phase, double x, double y, double radius, WheelMount mount) {
  const auto [forward, sideways] = unit_hub_velocity(phase, x, y);
  const double rate = phase.mode == DriveMode::point_turn ? phase.turn_rate : phase.speed;
  if (mount == WheelMount::fixed) return {0.0, rate * forward / radius};
  const double side = forward < 0.0 ? -1.0 : 1.0;  // otherwise the angle exceeds a quarter turn
  return {math::atan2(side * sideways, side * forward),
          side * rate * std::sqrt(forward * forward + sideways * sideways) / radius};
}

WheelProgramme wheel_programme(const DriveProgramme& programme, double x, double y, double radius,
                               WheelMount mount) {
  std::vector<double> starts, spins, angles;
  for (const DrivePhase& phase : programme.phases) {
    const WheelCommand command = wheel_command(phase, x, y, radius, mount);
    starts.push_back(phase.start);
    angles.push_back(command.steer);
    spins.push_back(command.spin_rate);
  }
  return {RampedSignal(starts, spins, programme.ramp), RampedSignal(starts, angles, programme.ramp)};
}

}  // namespace grouser
