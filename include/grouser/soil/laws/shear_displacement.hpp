// Shear displacement of the soil at angle theta of the arc since it met the wheel. The surface slides over
// the soil at u_s - v cos(theta) along the arc and -v_y across it, and the soil takes dt = d(theta)/omega to
// pass, so (Wong & Reece 1967, Ishigami et al. 2007)
//   jx = r_s (theta_1 - theta) - r (v/u)(sin theta_1 - sin theta)
//   jy = r (-v_y/u)(theta_1 - theta)
// with u = r omega, r_s the radius of the shearing surface (r, or that of the grouser tips), theta_1 the
// angle where that surface meets the ground. Driven: v/u = 1 - s. Skidding: v/u = 1/(1 + s), which is
// infinite for a locked wheel: the soil there has reached its full shear.
#pragma once
#include "grouser/soil/laws/shear.hpp"

namespace grouser {

/// v/u and -v_y/u of a wheel, from slip_x and slip_y as in WheelRunning.
struct SpeedRatio {
  double forward;  ///< v / u
  double side;     ///< -v_y / u
};

/// slip_x outside [-1, 1] counts as the nearer end. A wheel closer to locked than 1e-3 shears as at 1e-3: by
/// then the displacement is about 1000 r theta_1, hundreds of K.
inline SpeedRatio speed_ratio(double slip_x, double slip_y) {
  constexpr double kSlowestRim = 1e-3;
  if (slip_x >= 0.0) return {slip_x < 1.0 ? 1.0 - slip_x : 0.0, slip_y};
  const double rim = 1.0 + slip_x > kSlowestRim ? 1.0 + slip_x : kSlowestRim;
  return {1.0 / rim, slip_y / rim};
}

struct ShearDisplacement {
  double x, y;  ///< m, + gives a force on the wheel along +x, +y
};

/// lead = theta_1 - theta, sine_lead = sin(theta_1) - sin(theta).
inline ShearDisplacement shear_displacement(double radius, double shear_radius, SpeedRatio speed, double lead,
                                            double sine_lead) {
  return {shear_radius * lead - radius * speed.forward * sine_lead, radius * speed.side * lead};
}

}  // namespace grouser
