// SPDX-License-Identifier: BSD-3-Clause
// Shear displacement of the soil at angle theta of the arc since it met the wheel. The surface slides over
// the soil at u_s - v cos(theta) along the arc and -v_y across it, and the soil takes dt = d(theta)/omega to
// pass, so (Wong & Reece 1967, Ishigami et al. 2007)
//   jx = r_s (theta_1 - theta) - r (v/u)(sin theta_1 - sin theta)
//   jy = r (-v_y/u)(theta_1 - theta)
// with u = r omega, r_s the radius of the shearing surface (r, or that of the grouser tips), theta_1 the
// angle where that surface meets the ground. Driven: v/u = 1 - s. Skidding: v/u = 1/(1 + s), which is
// infinite for a locked wheel: the soil there has reached its full shear.
#pragma once
#include "grouser/math/plain_level.hpp"

namespace grouser::laws {

/// v/u and -v_y/u of a wheel, from slip_x and slip_y as in WheelRunning.
template <class B>
struct SpeedRatio {
  B forward;  ///< v / u
  B side;     ///< -v_y / u
};

/// slip_x outside [-1, 1] counts as the nearer end. A wheel closer to locked than 1e-3 shears as at 1e-3: by
/// then the displacement is about 1000 r theta_1, hundreds of K.
template <class Level, class B>
GROUSER_INLINE SpeedRatio<B> speed_ratio(const B& slip_x, const B& slip_y) {
  constexpr double kSlowestRim = 1e-3;
  const B zero(0.0), one(1.0);
  const B per_rim = one / Level::select(zero > slip_x, Level::max(one + slip_x, B(kSlowestRim)), one);
  return {Level::max(one - Level::max(slip_x, zero), zero) * per_rim, slip_y * per_rim};
}

template <class B>
struct ShearDisplacement {
  B x, y;  ///< + gives a force on the wheel along +x, +y
};

/// turned: r_s, forward: r v/u, side: -r v_y/u, all in the unit of the result (lengths, or lengths over K).
/// lead = theta_1 - theta, sine_lead = sin(theta_1) - sin(theta).
template <class Level, class B>
GROUSER_INLINE ShearDisplacement<B> shear_displacement(const B& turned, const B& forward, const B& side,
                                                       const B& lead, const B& sine_lead) {
  return {Level::fnma(forward, sine_lead, turned * lead), side * lead};
}

}  // namespace grouser::laws

namespace grouser {

using SpeedRatio = laws::SpeedRatio<double>;
using ShearDisplacement = laws::ShearDisplacement<double>;

inline SpeedRatio speed_ratio(double slip_x, double slip_y) {
  return laws::speed_ratio<simd::PlainLevel>(slip_x, slip_y);
}

/// In m; lead and sine_lead of the surface that shears at shear_radius.
inline ShearDisplacement shear_displacement(double radius, double shear_radius, SpeedRatio speed, double lead,
                                            double sine_lead) {
  return laws::shear_displacement<simd::PlainLevel>(shear_radius, radius * speed.forward, radius * speed.side,
                                                    lead, sine_lead);
}

}  // namespace grouser
