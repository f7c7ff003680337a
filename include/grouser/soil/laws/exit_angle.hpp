// SPDX-License-Identifier: BSD-3-Clause
// Exit angle at which soil leaves the wheel, as a share of the entry angle, linear in slip,
//   theta_2 = -(b0 + b1 s) theta_1,   no less than 0 of it where the line would leave the arc
// Source: Ishigami, Miwa, Nagatani & Yoshida, J. Field Robotics 24(3), 2007, whose wheels lift off behind
// the axle where the soil springs back and flows in again (they write theta_2 = -acos(1 - kappa z/r), which
// is -sqrt(kappa) theta_1 for a shallow arc); the line in slip is the form that Ding et al. 2011 and Wong &
// Reece 1967 give theta_m. Both from memory, not looked up. Soil under the rear of the wheel pushes it on:
// its resistance falls. With 0 and 0, the default, soil leaves at the lowest point.
#pragma once
#include "grouser/soil/laws/soil_number.hpp"

namespace grouser {

struct ExitAngleParams {
  double exit_b0 = 0.0;  ///< b0 of theta_2 = -(b0 + b1 s) theta_1, -
  double exit_b1 = 0.0;  ///< b1, -
};
/// The rear of the arc stays shorter than its front at every slip: most that b0 + |b1| may be. A wheel that
/// left its soil as high as it met it would have no resistance.
inline constexpr double kFurthestExit = 0.95;
inline constexpr SoilNumber<ExitAngleParams> kExitAngleNumbers[] = {
    {"exit_b0", "exit angle, as a share of the entry angle", &ExitAngleParams::exit_b0, 0.0, kFurthestExit,
     false, "-", Given::optional},
    {"exit_b1", "change of that share with slip", &ExitAngleParams::exit_b1, -kFurthestExit, kFurthestExit,
     false, "-", Given::optional},
};

/// -theta_2 / theta_1 of a wheel that rolls steadily; slip outside [-1, 1] counts as the nearer end.
inline double exit_ratio(double b0, double b1, double slip) {
  const double held = slip > 1.0 ? 1.0 : slip < -1.0 ? -1.0 : slip, line = b0 + b1 * held;
  return line > 0.0 ? line : 0.0;
}

/// The largest that exit_ratio() becomes.
inline double longest_exit(double b0, double b1) { return b0 + (b1 < 0.0 ? -b1 : b1); }

}  // namespace grouser
