// Sums of the stresses over the arc of contact (wheel_reaction.hpp): the integrand at many angles at once, in
// the vector registers of the processor. Private to the soil module. No Eigen and nothing of the standard
// library that has code: the translation units of the levels include this (cmake/GrouserSimd.cmake).
#pragma once

namespace grouser::arc {

/// Everything that is the same along the arc. Angles in rad, SI units.
struct Arc {
  double radius, drop;            // r; axle above the ground r - z
  double theta_1, entry_rate;     // entry angle and d(theta_1)/dz
  double peak, exit;              // theta_m / theta_1 and -theta_2 / theta_1
  double sin_1;                   // sin(theta_1)
  double tip_theta_1, tip_sin_1;  // where the circle of the grouser tips meets the ground
  double modulus, n, unloading_stiffness, rut_depth;
  double cohesion, tan_phi, janosi_k, unit_weight;
  double travel;
  double speed_forward, speed_side;  // shear_displacement.hpp
  double resting_x, resting_y;       // (1 - travel) x the share that the rest shear mobilises
  double trapped, shear_radius, blade_radius, blade_force;  // grouser_blades.hpp
  double wall_d1, wall_d2;                                  // passive_pressure.hpp
};

/// Pairs of points in front of theta_m and behind it that have the same stress (normal_stress.hpp). u runs
/// from 0 at both ends of the arc to 1 at theta_m; the weights are those of u. Filled up with weightless
/// points to whole registers.
struct Points {
  static constexpr int kMost = 40;  // 12 + 24, in registers of eight
  alignas(64) double u[kMost], weight[kMost];
  int count = 0;  // a multiple of eight
};

/// Per radian of theta; widths and radii are put in at the end.
struct Sums {
  double normal_z, normal_x;         // of sigma, N/m2
  double shear_x, shear_y, shear_z;  // of shear x its radius, N/m
  double torque;                     // of shear x radius^2, N
  double wall;                       // sidewall, N
  double stiffness;                  // d/dz of r x vertical stress, N/m2
};

using SumArc = void (*)(const Arc&, const Points&, Sums&);
extern const SumArc kSumScalar, kSumNeon, kSumSse42, kSumAvx2, kSumAvx512;

}  // namespace grouser::arc
