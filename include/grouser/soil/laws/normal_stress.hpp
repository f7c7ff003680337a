// Normal stress along the arc of a rolling wheel, Wong & Reece, J. Terramechanics 4(1), 1967:
//   theta_m = (c1 + c2 s) theta_1                   (angle of the largest stress)
//   sigma = p(r cos theta - r cos theta_1)          (in front of theta_m)
//   sigma = front stress at theta_e                 (behind theta_m)
//   theta_e = theta_1 - (theta - theta_2)/(theta_m - theta_2) (theta_1 - theta_m)
// theta_1: entry angle, theta_2: exit angle (<= 0).
#pragma once
#include "grouser/math/elementary.hpp"

namespace grouser {

/// theta_m / theta_1. The measured straight line c1 + c2 s was drawn for driven wheels; at strong skid it
/// leaves the arc (0.18 - 0.32 at s = -1). Below 0.1 it is continued by 0.1 exp((x - 0.1)/0.1), which has the
/// same value and slope there and is never zero.
inline double peak_stress_fraction(double c1, double c2, double slip) {
  constexpr double kKnee = 0.1;
  const double x = c1 + c2 * slip;
  return x >= kKnee ? x : kKnee * math::exp((x - kKnee) / kKnee);
}

/// Angle in front of theta_m with the same stress as theta, theta_2 <= theta <= theta_1.
inline double equivalent_front_angle(double theta, double theta_1, double theta_m, double theta_2) {
  if (theta >= theta_m) return theta;
  return theta_1 - (theta - theta_2) / (theta_m - theta_2) * (theta_1 - theta_m);
}

}  // namespace grouser
