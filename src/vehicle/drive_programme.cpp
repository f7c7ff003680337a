#include "grouser/vehicle/drive_programme.hpp"

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
  // while the constructor fills integrals_, starts_[i] itself still belongs to the phase before
  if (i > 0 && t == starts_[i]) --i;
  const double elapsed = t - starts_[i];
  if (i == 0) return values_[0] * elapsed;
  const double x = std::fmin(elapsed / ramp_, 1.0);
  const double change = values_[i] - values_[i - 1];
  const double within = values_[i - 1] * x * ramp_ + change * ramp_ * (x * x * x - 0.5 * x * x * x * x);
  return integrals_[i] + within + values_[i] * std::fmax(0.0, elapsed - ramp_);
}

DriveProgramme read_drive_programme(const TomlTable& drive) {
  DriveProgramme programme;
  programme.ramp = drive.number_or("ramp", 0.5, {1e-3, 1e4, false, "s"});
  const NumberRange speeds{-10.0, 10.0, false, "m/s"};
  programme.phases.push_back({});  // at rest at t = 0
  for (const TomlTable& phase : drive.tables("phase"))
    programme.phases.push_back({phase.number("start", {0.0, 1e9, false, "s"}), phase.number("speed", speeds),
                                phase.number_or("curvature", 0.0, {-10.0, 10.0, false, "1/m"})});
  if (drive.has("speed"))
    programme.phases.push_back({drive.number_or("start", 0.0, {0.0, 1e9, false, "s"}),
                                drive.number("speed", speeds),
                                drive.number_or("curvature", 0.0, {-10.0, 10.0, false, "1/m"})});
  for (std::size_t i = 2; i < programme.phases.size(); ++i)
    if (programme.phases[i].start < programme.phases[i - 1].start + programme.ramp)
      throw InputError(drive.place("phase"),
                       fmt::format("a phase at {} s after one at {} s", programme.phases[i].start,
                                   programme.phases[i - 1].start),
                       fmt::format("phases in order and at least the ramp of {} s apart", programme.ramp));
  return programme;
}

WheelProgramme wheel_programme(const DriveProgramme& programme, double x, double y, double radius,
                               bool steered) {
  std::vector<double> starts, spins, angles;
  for (const DrivePhase& phase : programme.phases) {
    const double forward = 1.0 - phase.curvature * y, sideways = phase.curvature * x;
    starts.push_back(phase.start);
    if (steered) {
      const double side = forward < 0.0 ? -1.0 : 1.0;  // a wheel beyond the turning centre runs backward
      angles.push_back(math::atan2(side * sideways, side * forward));
      spins.push_back(side * phase.speed * std::sqrt(forward * forward + sideways * sideways) / radius);
    } else {
      angles.push_back(0.0);
      spins.push_back(phase.speed * forward / radius);
    }
  }
  return {RampedSignal(starts, spins, programme.ramp), RampedSignal(starts, angles, programme.ramp)};
}

}  // namespace grouser
