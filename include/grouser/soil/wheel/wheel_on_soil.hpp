// SPDX-License-Identifier: BSD-3-Clause
// Constants of one wheel on one soil, the same for each of its footprints: computed once, read many times per
// step. Only plain numbers and nothing of the standard library, because the vector-level translation units
// read it (src/soil/wheel/arc_sums.hpp).
#pragma once
#include "grouser/soil/laws/shear.hpp"
#include "grouser/soil/laws/virgin_curve.hpp"
#include "grouser/soil/wheel/rft_wheel.hpp"

namespace grouser {

struct SoilParams;
struct WheelGeometry;

/// SI units, angles in rad. The virgin curve is that of a plate of the wheel's width, at zero slip. Members
/// not described here: the headers of the laws, wheel_reaction.hpp.
struct WheelOnSoil : laws::VirginCurve<double>, laws::ShearCurve<double> {
  double radius, width;
  double per_radius;                                ///< 1/m
  double slip_sinkage, skid_sinkage, side_sinkage;  ///< growth of n with slip (slip_sinkage.hpp)
  double exit_b0, exit_b1;                          ///< exit_angle.hpp
  double multipass_gain;                            ///< multipass.hpp
  double unloading_stiffness;
  double fresh_reloading;  ///< elastic limit of virgin ground without slip, as a depth, m (unloading.hpp)
  double tan_phi;
  double theta_m_c1, theta_m_c2;
  double trapped, shear_radius, blade_radius, blade_force;  ///< grouser_blades.hpp
  // strength of the soil times the radius where it acts, split into the shares of rim and tips
  double rim_cohesion, tip_cohesion;  ///< N/m
  double rim_friction, tip_friction;  ///< per stress, m
  double end_cohesion,
      end_friction;  ///< factors of side shear on the tips' thrust (grouser_side_shear.hpp)
  // sidewall resistance per width over depth and over depth^2 (passive_pressure.hpp), N/m3, N/m4
  double wall_cohesion, wall_weight;
  double front_wall;  ///< share of the wall in front of a skidding wheel (front_wall.hpp)

  /// On soil that follows resistive force theory; of the rest only radius, width and the virgin curve of a
  /// plate are set then.
  RftWheel rft;
};

/// For soft soil; gravity in m/s2.
WheelOnSoil put_wheel_on_soil(const SoilParams& soil, const WheelGeometry& wheel, double gravity);

}  // namespace grouser
