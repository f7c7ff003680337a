// SPDX-License-Identifier: BSD-3-Clause
// A low pass for signals that come at steps of any length.
#pragma once
#include <cmath>
#include <numbers>

#include "grouser/math/types.hpp"

namespace grouser {

/// Butterworth's low pass of second order, y'' + sqrt(2) w y' + w^2 y = w^2 u, by the trapezoidal rule; at
/// rest at first.
class LowPass {
 public:
  /// cutoff: Hz.
  explicit LowPass(double cutoff) : w_(2.0 * std::numbers::pi * cutoff) {}
  /// The filtered signal after dt, s, at whose end the signal is u.
  const Vec3& step(const Vec3& u, double dt) {
    // With h = dt/2 and the right side of the old values known, y' follows from one equation.
    const double h = 0.5 * dt, w2 = w_ * w_, damping = std::sqrt(2.0) * w_;
    const Vec3 known = rate_ + h * (w2 * (u_ - y_) - damping * rate_) + h * w2 * (u - y_ - h * rate_);
    const Vec3 rate = known / (1.0 + h * damping + h * h * w2);
    y_ += h * (rate_ + rate);
    rate_ = rate;
    u_ = u;
    return y_;
  }

 private:
  double w_;  // 1/s
  Vec3 u_ = Vec3::Zero(), y_ = Vec3::Zero(), rate_ = Vec3::Zero();
};

}  // namespace grouser
