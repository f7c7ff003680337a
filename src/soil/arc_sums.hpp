// Sums of the stresses over the arc of contact (wheel_reaction.hpp): the integrand at many angles at once, in
// the vector registers of the processor. Private to the soil module. No Eigen and nothing of the standard
// library that has code: the translation units of the levels include this (cmake/GrouserSimd.cmake).
#pragma once
#include "grouser/soil/wheel_on_soil.hpp"

namespace grouser::arc {

/// Everything that is the same along one arc. Angles in rad, SI units.
struct Arc {
  const WheelOnSoil& wheel;
  double drop;                    // axle above the ground r - z
  double theta_1, entry_rate;     // entry angle and d(theta_1)/dz
  double peak, exit;              // theta_m / theta_1 and -theta_2 / theta_1
  double sin_1;                   // sin(theta_1)
  double tip_theta_1, tip_sin_1;  // where the circle of the grouser tips meets the ground
  double n, rut_depth;
  double elastic_end;  // u where the pressure leaves the elastic branch: 0 if it has none, 1 if it never does
  double travel;
  double speed_forward, speed_side;  // shear_displacement.hpp
  double resting_x, resting_y;       // (1 - travel) x the share that the rest shear mobilises
};

/// Gauss points on each side of the kink at u = e = elastic_end: point i is at u = e stretch[i] + (1 - e)
/// beyond[i] with weight e stretch_weight[i] + (1 - e) beyond_weight[i]. Behind the kink u = e + (1 - e) v^2
/// spreads the points at its beginning, where p ~ u^n is not smooth. Filled up with weightless points to
/// whole registers.
struct Rule {
  static constexpr int kMost = 40;  // 12 + 24, in registers of eight
  alignas(64) double stretch[kMost], beyond[kMost], stretch_weight[kMost], beyond_weight[kMost];
  int count = 0;  // a multiple of eight
};

/// Per radian of theta and metre of width; radii are in.
struct Sums {
  double normal;      // vertical: r sigma cos + shear sin, N/m
  double thrust;      // shear along x, N/m
  double resistance;  // r sigma sin, N/m
  double side;        // across, with the sidewall, N/m
  double torque;      // N
  double stiffness;   // d/dz of the vertical stress x r, N/m2
};

using SumArc = void (*)(const Arc&, const Rule&, Sums&);
extern const SumArc kSumScalar, kSumNeon, kSumSse42, kSumAvx2, kSumAvx512;

}  // namespace grouser::arc
