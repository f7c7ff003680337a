// SPDX-License-Identifier: BSD-3-Clause
// A single-wheel test rig: one wheel under a given load, with slip and slip angle held; the sinkage settles
// where the soil carries the load. Rigid wheel, level undisturbed ground, steady rolling.
#pragma once
#include <string>

#include "grouser/soil/wheel/wheel_reaction.hpp"

namespace grouser {

/// A wheel and the conditions of its test.
struct RigSetup {
  WheelGeometry wheel;      ///< radius, width, grousers
  double load = kUnset;     ///< W, N
  double exit_ratio = 0.0;  ///< theta_2 = -exit_ratio theta_1
  double rut_depth = 0.0;   ///< plastic sinkage of the ground before the wheel, m
  double gravity = 9.81;    ///< m/s2
  double speed =
      0.0;  ///< of the surface that meets the ground, m/s: by resistive force theory soil falls behind it
};

/// Whether the soil carries the wheel.
enum class RigStatus {
  ok,             ///< the soil carries the load
  soil_too_weak,  ///< even with the axle at ground level (sinkage = radius) the soil does not carry the load
};

/// One row of the rig's table.
struct RigRow {
  double slip = 0.0;  ///< s = 1 - v/(r omega) driven, r omega/v - 1 skidding; -1 locked

  /// Angle from the velocity to the wheel's heading, rad: where positive, the velocity points to the right of
  /// the heading and the side force to the left (positive)
  double slip_angle = 0.0;
  double sinkage = 0.0;              ///< m
  double entry_angle = 0.0;          ///< theta_1, rad
  double drawbar_pull = 0.0;         ///< N
  double side_force = 0.0;           ///< N
  double torque = 0.0;               ///< N m
  double load = 0.0;                 ///< N, as found by the integrals
  RigStatus status = RigStatus::ok;  ///< whether the soil carries the load
};

/// Throws InputError for what solve_wheel_rig() refuses.
void check_rig(const SoilParams& soil, const RigSetup& setup, double slip, double slip_angle);

/// Solves for the sinkage and gives the reaction. Takes slip in [-1, 1] and |slip_angle| < 90 degrees. Throws
/// InputError for a wrong wheel, load or slip, for a hard soil, and for a modulus that is not positive for
/// this wheel. With status soil_too_weak the row holds the reaction at sinkage = radius.
RigRow solve_wheel_rig(const SoilParams& soil, const RigSetup& setup, double slip, double slip_angle);

/// The sinkage in (0, radius] at which the wheel carries `load`, with the rest as in `running`; negative if
/// there is none. Safeguarded Newton, to 1e-12 of the radius.
double sinkage_for_load(const SoilParams& soil, const WheelGeometry& wheel, WheelRunning running,
                        double load);

/// slip_y of WheelRunning for a slip angle in the rig's sign convention.
double side_slip(double slip, double slip_angle);

}  // namespace grouser
