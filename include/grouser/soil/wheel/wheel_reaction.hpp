// SPDX-License-Identifier: BSD-3-Clause
// The reaction of soft soil on a wheel: the integrals of normal and shear stress along its arc of contact.
// Pure functions of numbers, called many times per step: no allocation, no C library functions except sqrt
// and fabs.
//
// Frame at the contact: x along the wheel's heading, y to its left, z along the contact normal, up out of the
// ground. Angles along the arc are measured from the normal through the axle towards the front. All reactions
// act on the wheel.
//
// Assumptions: a rigid cylinder rolling forward (mirror the inputs to go backward), homogeneous soil,
// quasi-static stress. Sources: Bekker 1969; Wong & Reece, J. Terramechanics 4(1) and 4(2), 1967; Janosi &
// Hanamoto 1961; Ishigami, Miwa, Nagatani & Yoshida, J. Field Robotics 24(3), 2007; Ding, Gao et al.,
// J. Terramechanics 48(1), 2011.
#pragma once
#include <span>

#include "grouser/math/simd_level.hpp"
#include "grouser/soil/laws/soil_params.hpp"
#include "grouser/soil/wheel/wheel_on_soil.hpp"

namespace grouser {

struct WheelGeometry {
  double radius = kUnset;       ///< rim radius r without grousers, m
  double width = kUnset;        ///< b, m
  double grouser_height = 0.0;  ///< h_g above the rim, m
  double grouser_count = 0.0;   ///< blades around the wheel
};

/// Radius at which a wheel meets a soil, m: that of the rim, or over the grousers if the soil follows
/// resistive force theory.
double contact_radius(const SoilParams& soil, const WheelGeometry& wheel);

/// Running of the wheel. With u = r omega (rim speed, r without grousers), v = forward speed of the axle,
/// v_y = its speed to the left, and V = max(|u|, |v|):
///   slip_x = (u - v) / V
///   slip_y = -v_y / V
/// slip_x lies in [-1, 1]: 1 spinning on the spot, 0 rolling, -1 locked (values outside count as the nearer
/// end). slip_y may have any size; a wheel driven at s >= 0 with slip angle beta has slip_y = (1 - s)
/// tan(beta). Both are minus the sliding velocity of the surface over V, so a positive slip makes a positive
/// force.
struct WheelRunning {
  double sinkage = 0.0;  ///< z: depth of the rim's lowest point below the ground as it is now (rut bottom), m
  double slip_x = 0.0;   ///< see above
  double slip_y = 0.0;   ///< see above
  double travel = 1.0;   ///< 0: pressed in, never rolled (symmetric footprint); 1: rolling steadily

  /// Shear displacement of the resting share, the same over the patch; + gives + force, m
  double rest_shear_x = 0.0;
  double rest_shear_y = 0.0;  ///< m
  double rut_depth = 0.0;     ///< plastic sinkage z_p of the ground before this wheel, m
  double exit_ratio = 0.0;    ///< rolling exit angle theta_2 = -exit_ratio theta_1, in [0, 1)

  /// Share of the wheel's width that this call computes (a slice); all forces scale with it
  double width_fraction = 1.0;
  double gravity = 9.81;  ///< of the site, for the weight of the soil, m/s2
  // Read by resistive force theory alone
  double rim_speed = 0.0;  ///< of the surface that meets the ground, + rolls forward, m/s
  double phase =
      kUnset;  ///< angle from the lowest point to a grouser in front, rad; unset: the mean over a turn
};

struct WheelReaction {
  double normal_force = 0.0;           ///< W, along the contact normal, N
  double drawbar_pull = 0.0;           ///< DP = shear_thrust - compaction_resistance, along x, N
  double side_force = 0.0;             ///< along y, N
  double torque = 0.0;                 ///< T that the drive must supply (resists positive spin), N m
  double entry_angle = 0.0;            ///< theta_1, rad
  double shear_thrust = 0.0;           ///< H: x part of the shear stress and blades, N
  double compaction_resistance = 0.0;  ///< R: -x part of the normal stress, N
  double stiffness = 0.0;              ///< dW/dsinkage with the mobilised share of the shear held fixed, N/m
};

/// The reaction for any travel. At travel = 1 it is the steady rolling law; at travel = 0 the footprint is
/// symmetric, so that without rest shear there is no horizontal force. In between, theta_m and the exit angle
/// move with travel and the mobilised shear is travel x rolling + (1 - travel) x resting. The result is
/// smooth in every input except at slip_x = 0 (continuous there; n may have a kink, see slip_sinkage.hpp).
/// sinkage <= 0 gives zero. For a sinkage beyond the radius the arc stays at 90 degrees and the pressure
/// keeps growing.
WheelReaction wheel_reaction(const SoilParams& soil, const WheelGeometry& wheel, const WheelRunning& running);

/// wheel_reaction() at travel = 1.
WheelReaction steady_wheel_reaction(const SoilParams& soil, const WheelGeometry& wheel, WheelRunning running);

/// Gauss points on each side of theta_m. Fine: 6 and 12 on either side of the end of the elastic branch, or
/// 12 and 24 for convergence studies. Coarse: 8 in all, in a rut 3 elastic and 5 virgin; within 1e-3 of the
/// load up to a sinkage of a quarter of the radius (tests/soil/wheel_reaction_test.cpp), in a third of the
/// time.
inline constexpr int kCoarseArcPoints = 8, kFineArcPoints = 12;
WheelReaction wheel_reaction_with_points(const SoilParams& soil, const WheelGeometry& wheel,
                                         const WheelRunning& running, int arc_points);

/// The same, from precomputed numbers; running.gravity is not read.
WheelReaction wheel_reaction(const WheelOnSoil& wheel, const WheelRunning& running, int arc_points);

/// One of several reactions that are computed together.
struct WheelRun {
  const WheelOnSoil* wheel;
  WheelRunning running;
  int arc_points;
};
/// Does wheel_reaction() for each run with bit-identical results, faster than one after the other: the arcs
/// lie side by side in the vector registers. There must be as many reactions as runs.
void wheel_reactions(std::span<const WheelRun* const> runs, std::span<WheelReaction* const> reactions);

/// acos(1 - depth / radius) of several arcs at once, rad; the depth is clamped to [0, radius]. Spans have
/// equal length; m.
void entry_angles(std::span<const double> depth, std::span<const double> radius, std::span<double> angle);

/// For tests: the same in the vector registers of one of available_levels(). Levels agree to rounding.
WheelReaction wheel_reaction_on(SimdLevel level, const SoilParams& soil, const WheelGeometry& wheel,
                                const WheelRunning& running, int arc_points);

}  // namespace grouser
