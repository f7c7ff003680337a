// A single-wheel test rig: one wheel, a given load, slip and slip angle held; the sinkage settles where the
// soil carries the load. Rigid wheel, level undisturbed ground, steady rolling.
#pragma once
#include <string>

#include "grouser/soil/wheel/wheel_reaction.hpp"

namespace grouser {

struct RigSetup {
  WheelGeometry wheel;
  double load = kUnset;     ///< W, N
  double exit_ratio = 0.0;  ///< theta_2 = -exit_ratio theta_1
  double rut_depth = 0.0;   ///< plastic sinkage of the ground before the wheel, m
  double gravity = 9.81;    ///< m/s2
};

enum class RigStatus {
  ok,
  soil_too_weak,  ///< even with the axle at ground level (sinkage = radius) the soil does not carry the load
};

/// One row of the rig's table.
struct RigRow {
  double slip = 0.0;  ///< s = 1 - v/(r omega) driven, r omega/v - 1 skidding; -1 locked
  double slip_angle =
      0.0;  ///< from the velocity to the wheel's heading, rad: the velocity points to the right of the
            ///< heading where positive, and the side force then points to the left (positive)
  double sinkage = 0.0;       ///< m
  double entry_angle = 0.0;   ///< theta_1, rad
  double drawbar_pull = 0.0;  ///< N
  double side_force = 0.0;    ///< N
  double torque = 0.0;        ///< N m
  double load = 0.0;          ///< N, as found by the integrals
  RigStatus status = RigStatus::ok;
};

/// slip in [-1, 1], |slip_angle| < 90 degrees. Throws InputError on a wrong wheel, load or slip, on a hard
/// soil, and on a modulus that is not positive for this wheel. Status soil_too_weak: the row holds the
/// reaction at sinkage = radius.
RigRow solve_wheel_rig(const SoilParams& soil, const RigSetup& setup, double slip, double slip_angle);

/// The sinkage in (0, radius] at which the wheel carries `load`, others as in `running`; negative if none
/// does. Safeguarded Newton, to 1e-12 of the radius.
double sinkage_for_load(const SoilParams& soil, const WheelGeometry& wheel, WheelRunning running,
                        double load);

/// slip_y of WheelRunning for a slip angle in the rig's sense.
double side_slip(double slip, double slip_angle);

}  // namespace grouser
