// SPDX-License-Identifier: BSD-3-Clause
// Normal stress along the arc of a rolling wheel, Wong & Reece, J. Terramechanics 4(1), 1967:
//   theta_m = (c1 + c2 s) theta_1                   (angle of the largest stress)
//   sigma = p(r cos theta - r cos theta_1)          (in front of theta_m)
//   sigma = front stress at theta_e                 (behind theta_m)
//   theta_e = theta_1 - (theta - theta_2)/(theta_m - theta_2) (theta_1 - theta_m)
// theta_1: entry angle, theta_2: exit angle (<= 0). So the arc falls into pairs of equal stress: with u
// from 0 at both of its ends to 1 at theta_m,
//   theta_front = theta_1 - u (theta_1 - theta_m)
//   theta_rear = theta_2 + u (theta_m - theta_2)
// Each law is a template over the vector level and its batch of numbers.
#pragma once
#include "grouser/math/plain_level.hpp"
#include "grouser/soil/laws/soil_number.hpp"

namespace grouser {

struct NormalStressParams {
  double theta_m_c1 = kUnset;  ///< c1 of theta_m = (c1 + c2 s) theta_1, -
  double theta_m_c2 = kUnset;  ///< c2, -
};
/// The largest stress must lie inside the arc at every slip: most that c1 + c2 may be.
inline constexpr double kFurthestPeak = 0.95;
inline constexpr SoilNumber<NormalStressParams> kNormalStressNumbers[] = {
    {"theta_m_c1", "place of the largest stress, as a share of the entry angle",
     &NormalStressParams::theta_m_c1, 0.0, kFurthestPeak, true, "-"},
    {"theta_m_c2", "change of that share with slip", &NormalStressParams::theta_m_c2, 0.0, kFurthestPeak,
     false, "-"},
};

}  // namespace grouser

namespace grouser::laws {

/// theta_m / theta_1. The measured straight line c1 + c2 s was drawn for driven wheels; at strong skid it
/// leaves the arc (0.18 - 0.32 at s = -1). Below 0.1 it is continued by 0.1 exp((x - 0.1)/0.1), which has the
/// same value and slope there and is never zero.
template <class Level, class B>
GROUSER_INLINE B peak_stress_fraction(const B& c1, const B& c2, const B& slip) {
  constexpr double kKnee = 0.1;
  const B straight = Level::fma(c2, slip, c1), beyond = (straight - B(kKnee)) * B(1.0 / kKnee);
  const B bent = B(kKnee) * simd::exp_of<Level>(Level::select(B(0.0) > beyond, beyond, B(0.0)));
  return Level::select(B(kKnee) > straight, bent, straight);
}

/// Front angle of a pair over theta_1; front: (theta_1 - theta_m) / theta_1.
template <class Level, class B>
GROUSER_INLINE B front_angle(const B& u, const B& front) {
  return Level::fnma(u, front, B(1.0));
}
/// Rear angle of a pair over theta_1; rear: (theta_m - theta_2) / theta_1, last: theta_2 / theta_1.
template <class Level, class B>
GROUSER_INLINE B rear_angle(const B& u, const B& rear, const B& last) {
  return Level::fma(u, rear, last);
}

}  // namespace grouser::laws

namespace grouser {

inline double peak_stress_fraction(double c1, double c2, double slip) {
  return laws::peak_stress_fraction<simd::PlainLevel>(c1, c2, slip);
}

}  // namespace grouser
