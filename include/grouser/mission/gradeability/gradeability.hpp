// SPDX-License-Identifier: BSD-3-Clause
// The tilt bed: at each tilt a rover drives straight up, or down, a uniform slope until nothing changes any
// more.
//
// A steady state counts only when the last wheel has long been running in the ruts of the first: on loose
// soil a wheel in a rut sinks less and pulls more, so a rover that starts on untouched soil at first has a
// higher steady slip than later.
#pragma once
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "grouser/base/toml_input.hpp"
#include "grouser/soil/wheel/wheel_rig.hpp"

namespace grouser {

/// A rover on a uniform slope.
struct GradeabilitySpec {
  std::string rover;                 ///< id or file of the rover
  std::string soil;                  ///< id or file of the soil
  double speed = 0.011;              ///< rim speed of the wheels, m/s
  double gravity = 3.71;             ///< m/s2
  std::optional<double> max_time{};  ///< simulated s per point; default: enough to settle at slip 0.8
  std::vector<Override> settings{};  ///< from --set; must not repeat what the fields above give
};

/// One wheel: means over the last window; NaN if the point did not settle.
struct GradeWheel {
  std::string name;           ///< of the wheel
  double load = kUnset;       ///< N
  double sinkage = kUnset;    ///< below the untouched ground, rut included, m
  double rut_depth = kUnset;  ///< left by earlier wheels, m
  double slip = kUnset;       ///< of the wheel, -
  double torque = kUnset;     ///< N m
};

/// The rover at one tilt of the bed.
struct GradePoint {
  double tilt = 0.0;     ///< rad
  bool settled = false;  ///< whether a steady state was found
  std::string reason{};  ///< why it did not settle
  bool stalled = false;  ///< the reason is that it slides back or spins on the spot: slip 1 or more
  double slip = kUnset;  ///< mean over the wheels; NaN if it did not settle

  /// Standard error of that of the wheel that ripples most, on ground of the law scm; otherwise 0
  double slip_error = 0.0;
  /// Remaining pull:
  ///   (max over slip of the sum of the wheels' drawbar pull - weight x sin(tilt)) / weight
  /// The drawbar pull is that of the wheel rig (solve_wheel_rig) at each wheel's settled load and rut depth,
  /// with all wheels at one slip, searched in steps of 0.01 from 0 to 1; on hard ground it is the friction
  /// times the load. So the margin is 0 at the steepest slope that the rover can climb. Loads are assumed not
  /// to change with the pull. NaN if the point did not settle, and on ground of the law scm.
  double drawbar_margin = kUnset;
  /// Remaining braking:
  ///   (max over slip from 0 to -1 of the wheels' braking force + weight x sin(tilt)) / weight
  /// It is 0 at the steepest slope on which the rover can be held downhill.
  double braking_margin = kUnset;
  double time = 0.0;                 ///< simulated, s
  double distance = 0.0;             ///< ahead along the slope, m
  std::vector<GradeWheel> wheels{};  ///< in the order of the rover
};

/// A point counts as settled if in two windows in a row the means of slip, sinkage and load of every wheel
/// agree and have no trend within these tolerances. A window is the time in which the rim runs by one wheel
/// diameter; windows begin once the rover has climbed its wheelbase plus one diameter. On ground of the law
/// scm wheels ripple with its nodes: there values are means over each spacing of the nodes along the path, a
/// window holds those of three wheel diameters, and a difference within three standard errors counts as none
/// (steady_value.hpp).
inline constexpr double kSlipTolerance = 0.005;    ///< -
inline constexpr double kSinkageTolerance = 5e-4;  ///< of the wheel's radius
inline constexpr double kLoadTolerance = 0.01;     ///< of the mean wheel load

/// The files that a point is made from. Throws InputError as run_grade_point() does.
std::vector<std::filesystem::path> grade_inputs(const GradeabilitySpec&);
/// The wheels of a point, by name and in the order of the rover. Throws InputError as run_grade_point() does.
std::vector<GradeWheel> grade_wheels(const GradeabilitySpec&);

/// Drives up, or down, one slope: tilt is in [-60, 60] degrees, given in rad; negative means downhill. Throws
/// InputError for a wrong rover (also one without wheels), soil or setting; what the rover cannot do is given
/// as a reason. Returns nothing if it was cancelled. `progress` gets the fraction done.
std::optional<GradePoint> run_grade_point(const GradeabilitySpec&, double tilt,
                                          const std::function<void(double)>& progress,
                                          const std::function<bool()>& cancelled);

}  // namespace grouser
