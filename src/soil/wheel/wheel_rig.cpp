// SPDX-License-Identifier: BSD-3-Clause
// The rig of a single wheel: the sinkage that carries a load, and the forces there, in steady motion. Slip
// and slip angle become velocities over the faster of rim and hub, and by resistive force theory over the
// tips.
#include "grouser/soil/wheel/wheel_rig.hpp"

#include <fmt/format.h>

#include <cmath>

#include "grouser/base/error.hpp"
#include "grouser/math/elementary.hpp"

namespace grouser {
namespace {

constexpr double kHalfPi = 1.5707963267948966;

void check_number(const char* name, double x, bool ok, const char* expected) {
  if (!ok) throw InputError(std::string("wheel rig: ") + name, fmt::format("{:g}", x), expected);
}

/// The rig's slips, which refer to the rim and to the larger of its speed and the forward speed, as
/// resistive force theory takes them: on the tips, and to the larger of their speed and the ground speed.
void refer_to_tips(double radius, double tips, WheelRunning& run) {
  const double rim = run.slip_x >= 0.0 ? 1.0 : 1.0 + run.slip_x, turning = rim * tips / radius;
  const double forward = run.slip_x >= 0.0 ? 1.0 - run.slip_x : 1.0;
  const double fastest = std::max(turning, std::sqrt(forward * forward + run.slip_y * run.slip_y));
  run.slip_x = (turning - forward) / fastest;
  run.slip_y /= fastest;
}

}  // namespace

void check_rig(const SoilParams& soil, const RigSetup& setup, double slip, double slip_angle) {
  const WheelGeometry& w = setup.wheel;
  if (soil.kind != SoilKind::soft) {
    throw InputError("wheel rig: soil", "'" + soil.id + "', which is not soft", "a soft soil");
  }
  check_number("radius", w.radius, w.radius > 0.0 && w.radius <= 100.0, "metres, above 0 and at most 100");
  check_number("width", w.width, w.width > 0.0 && w.width <= 100.0, "metres, above 0 and at most 100");
  check_number("grouser height", w.grouser_height, w.grouser_height >= 0.0 && w.grouser_height <= w.radius,
               "metres, from 0 to the radius");
  check_number("grouser count", w.grouser_count, w.grouser_count >= 0.0 && w.grouser_count <= 1000.0,
               "0 to 1000");
  check_number("load", setup.load, setup.load > 0.0 && setup.load <= 1e9, "newtons, above 0");
  check_number("exit ratio", setup.exit_ratio, setup.exit_ratio >= 0.0 && setup.exit_ratio < 1.0,
               "from 0 to below 1");
  check_number("rut depth", setup.rut_depth, setup.rut_depth >= 0.0 && setup.rut_depth < 100.0,
               "metres, 0 or more");
  check_number("speed", setup.speed, std::fabs(setup.speed) < 100.0, "m/s, less than 100");
  check_number("gravity", setup.gravity, setup.gravity >= 0.0 && setup.gravity < 1000.0, "m/s2, 0 or more");
  check_number("slip", slip, slip >= -1.0 && slip <= 1.0, "-1 (locked) to 1 (spinning on the spot)");
  check_number("slip angle", slip_angle, std::fabs(slip_angle) < kHalfPi,
               "less than 90 degrees to either side");
  check_soil_for_width(soil, w.width, "wheel rig: width");
  check_soil_for_gravity(soil, setup.gravity, "wheel rig: gravity");
}

double side_slip(double slip, double slip_angle) {
  // v_y = -v tan(beta); V = u driven (v = (1 - s) u), v skidding
  const double forward = slip >= 0.0 ? 1.0 - slip : 1.0;
  return forward * math::tan(slip_angle);
}

double sinkage_for_load(const SoilParams& soil, const WheelGeometry& wheel, WheelRunning running,
                        double load) {
  const double radius = contact_radius(soil, wheel);
  double low = 0.0, high = radius;
  running.sinkage = high;
  // A wheel that the soil does not carry with its axle at ground level has no sinkage.
  if (wheel_reaction(soil, wheel, running).normal_force < load) return -1.0;

  // Newton's method from the middle; any step that leaves the bracket becomes a bisection
  double z = 0.1 * radius;
  for (int i = 0; i < 200 && high - low > 1e-13 * radius; ++i) {
    running.sinkage = z;
    const WheelReaction r = wheel_reaction(soil, wheel, running);
    const double excess = r.normal_force - load;
    (excess < 0.0 ? low : high) = z;
    const double newton = z - excess / r.stiffness;
    const double next = newton > low && newton < high ? newton : 0.5 * (low + high);
    if (std::fabs(next - z) < 1e-12 * radius) return next;
    z = next;
  }
  return z;
}

RigRow solve_wheel_rig(const SoilParams& soil, const RigSetup& setup, double slip, double slip_angle) {
  check_rig(soil, setup, slip, slip_angle);
  WheelRunning run;
  run.slip_x = slip;
  run.slip_y = side_slip(slip, slip_angle);
  run.exit_ratio = setup.exit_ratio;
  run.rut_depth = setup.rut_depth;
  run.gravity = setup.gravity;
  run.rim_speed = setup.speed;

  const double tips = contact_radius(soil, setup.wheel);
  if (goes_by_rft(soil)) refer_to_tips(setup.wheel.radius, tips, run);

  RigRow row;
  run.sinkage = sinkage_for_load(soil, setup.wheel, run, setup.load);
  // The row then holds the forces at that depth, and says so.
  if (run.sinkage < 0.0) {
    row.status = RigStatus::soil_too_weak;
    run.sinkage = tips;
  }
  const WheelReaction r = steady_wheel_reaction(soil, setup.wheel, run);
  row.slip = slip;
  row.slip_angle = slip_angle;
  row.sinkage = run.sinkage;
  row.entry_angle = r.entry_angle;
  row.drawbar_pull = r.drawbar_pull;
  row.side_force = r.side_force;
  row.torque = r.torque;
  row.load = r.normal_force;
  return row;
}

}  // namespace grouser
