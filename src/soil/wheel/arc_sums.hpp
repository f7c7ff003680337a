// SPDX-License-Identifier: BSD-3-Clause
// The soil law of several arcs of contact at once, in the vector registers of the processor
// (wheel_reaction.hpp). First the arcs are made, side by side in the lanes: angles and shapes
// (arc_lanes_simd.hpp). Then the stresses are summed along them, with the points of an arc in the lanes
// (arc_sums_simd.hpp). Private to the soil module. Uses no Eigen and no standard library code, because the
// vector-level translation units include it (cmake/GrouserSimd.cmake).
#pragma once
#include "grouser/soil/wheel/wheel_on_soil.hpp"

namespace grouser::arc {

inline constexpr int kMostArcs = 8;  // processed at once: lanes of the widest level

/// One number for each arc.
struct alignas(64) Lanes {
  double of[kMostArcs];
};

/// Motions of the wheels, as in WheelRunning, each on its soil; sinkage > 0. Must outlive the arcs made from
/// it.
struct Runs {
  const WheelOnSoil* wheel[kMostArcs];
  Lanes sinkage, slip_x, slip_y, travel, rest_shear_x, rest_shear_y, rut_depth, exit_ratio;
  Lanes side_sinkage;                // increase of n in sideways sliding (slip_sinkage.hpp)
  Lanes firmness, per_shear_length;  // of soil rolled over before (multipass.hpp): 1 + g w, 1 / (1 - g w)
};

/// Everything that is constant along one arc. Angles in rad, SI units.
struct Arcs {
  const WheelOnSoil* const* wheel;
  Lanes ground;             // height of the ground over the axle, z - r
  Lanes theta_1, sin_1;     // entry angle
  Lanes entry_sweep;        // r d(theta_1)/dz
  Lanes front, rear, last;  // (theta_1 - theta_m) / theta_1, (theta_m - theta_2) / theta_1, theta_2 / theta_1
  Lanes tip_theta_1, tip_sin_1;  // angle at which the circle of the grouser tips meets the ground
  Lanes elastic_end;   // u where the pressure leaves the elastic branch: 0 if it has none, 1 if it never does
  Lanes n, rut_depth;  // unloading.hpp
  Lanes firmness;      // multipass.hpp
  // shear displacement over K per radian (shear_displacement.hpp): from the turning of rim and of tips, from
  // the forward motion of the axle, and across the heading
  Lanes rim_lead, tip_lead, forward, side;
  Lanes travel, resting_x, resting_y;  // resting: (1 - travel) x the share that the rest shear mobilises
};

/// Gauss points on each side of the kink at u = e = elastic_end. Point i has
///   u = e stretch[i] + (1 - e) beyond[i],  weight = e stretch_weight[i] + (1 - e) beyond_weight[i]
/// Behind the kink u = e + (1 - e) v^2 concentrates the points at its beginning, where p ~ u^n is not smooth.
/// Weightless points fill up the last register.
struct Rule {
  static constexpr int kMost = 40;  // 12 + 24, in registers of eight
  alignas(64) double stretch[kMost], beyond[kMost], stretch_weight[kMost], beyond_weight[kMost];
  int count = 0;  // a multiple of eight
};

/// Integrands per radian of theta and metre of width; the radii are included.
struct Sums {
  double normal;      // vertical: r sigma cos + shear sin, N/m
  double thrust;      // shear along x, N/m
  double resistance;  // r sigma sin, N/m
  double side;        // across, with the sidewall, N/m
  double torque;      // N
  double stiffness;   // d/dz of the vertical stress x r, N/m2
};

/// The functions of one vector level.
struct ArcKernels {
  /// Makes arcs 0 to count - 1; what lies beyond them in the arrays must be numbers too.
  void (*make)(const Runs&, int count, Arcs&);
  /// One rule per arc. Each arc's sums have the same bits whatever other arcs are computed with it.
  void (*sum)(const Arcs&, const Rule* const* rules, int count, Sums* sums);
  /// acos(1 - depth / radius) of `count` arcs, with the depth clamped to [0, radius].
  void (*entry_angles)(const Lanes& depth, const Lanes& radius, int count, Lanes& angle);
};
extern const ArcKernels kScalar, kNeon, kSse42, kAvx2, kAvx512;

}  // namespace grouser::arc
