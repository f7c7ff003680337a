// SPDX-License-Identifier: BSD-3-Clause
// Motions with limited rate and acceleration towards a commanded rate, or to a position in three phases: up
// to the peak speed, on at it, and down to rest.
#include "grouser/vehicle/drive/ramped_motion.hpp"

#include <cmath>

namespace grouser {
namespace {

/// Constant acceleration for some time, from rest at the origin of its own coordinate.
struct SteadyPhase {
  double duration, v0, a;
  double v1() const { return v0 + a * duration; }
  double length() const { return (v0 + 0.5 * a * duration) * duration; }
};

}  // namespace

/// At time t of a motion to a rate: constant acceleration, then that rate.
CoordinateCommand towards_rate(const RampedMotion& motion, const MotionLimits& limits, double t) {
  const double change = motion.target - motion.v0, passed = t - motion.t0;
  const double duration = std::fabs(change) / limits.acceleration;
  if (passed >= duration)
    return {motion.q0 + 0.5 * (motion.v0 + motion.target) * duration + motion.target * (passed - duration),
            motion.target, 0.0};
  const double a = change < 0.0 ? -limits.acceleration : limits.acceleration;
  return {motion.q0 + (motion.v0 + 0.5 * a * passed) * passed, motion.v0 + a * passed, a};
}

/// At time t of a motion to rest at a position, by the quickest path that keeps both limits.
CoordinateCommand towards_position(const RampedMotion& motion, const MotionLimits& limits, double t) {
  const double distance = motion.target - motion.q0, most = limits.acceleration;
  const double stopping = 0.5 * motion.v0 * std::fabs(motion.v0) / most;
  const double sign = distance < stopping ? -1.0 : 1.0;
  // from here on ahead is where the middle phase goes
  const double ahead = sign * distance, start = sign * motion.v0;
  // The peak of a motion that accelerates and brakes at once, or the rate's limit with a cruise between.
  const double peak = std::fmin(limits.rate, std::sqrt(std::fmax(0.0, most * ahead + 0.5 * start * start)));
  const double first = peak < start ? -most : most;
  const SteadyPhase phases[] = {
      {(peak - start) / first, start, first}, {0.0, peak, 0.0}, {peak / most, peak, -most}};
  const double left = ahead - phases[0].length() - phases[2].length();
  const double cruise = peak > 0.0 ? std::fmax(0.0, left / peak) : 0.0;
  double passed = t - motion.t0, q = 0.0;
  for (SteadyPhase phase : phases) {
    if (phase.a == 0.0) phase.duration = cruise;
    if (passed < phase.duration)
      return {motion.q0 + sign * (q + (phase.v0 + 0.5 * phase.a * passed) * passed),
              sign * (phase.v0 + phase.a * passed), sign * phase.a};
    q += phase.length();
    passed -= phase.duration;
  }
  return {motion.target, 0.0, 0.0};
}

}  // namespace grouser
