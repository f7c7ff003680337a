// The tilt bed: a rover drives straight up, or down, a uniform slope until nothing changes any more, once a
// tilt.
//
// A steady state counts only where the last wheel has long been running in the ruts of the first: on loose
// soil a wheel in a rut sinks less and pulls more, so that a rover that starts on untouched soil slips more
// at first, steadily, than later on.
#pragma once
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "grouser/base/toml_input.hpp"
#include "grouser/soil/wheel/wheel_rig.hpp"

namespace grouser {

struct GradeabilitySpec {
  std::string rover, soil;           ///< ids or files
  double speed = 0.011;              ///< rim speed of the wheels, m/s
  double gravity = 3.71;             ///< m/s2
  std::optional<double> max_time{};  ///< s simulated a point; default: enough to settle at slip 0.8
  std::vector<Override> settings{};  ///< of --set; none of what the fields above give
};

/// Means over the last window; NaN where the point did not settle.
struct GradeWheel {
  std::string name;
  double load = kUnset;       ///< N
  double sinkage = kUnset;    ///< below the untouched ground, rut included, m
  double rut_depth = kUnset;  ///< left by the wheels before it, m
  double slip = kUnset;       ///< -
  double torque = kUnset;     ///< N m
};

struct GradePoint {
  double tilt = 0.0;  ///< rad
  bool settled = false;
  std::string reason{};  ///< why it did not settle
  bool stalled = false;  ///< the reason is that it slips back or spins on the spot: slip 1 or more
  double slip = kUnset;  ///< mean over the wheels; NaN where it did not settle
  /// What pull is left: (max over slip of the sum of the wheels' drawbar pull - weight x sin(tilt)) / weight.
  /// The drawbar pull is that of the wheel rig (solve_wheel_rig) at each wheel's settled load and rut depth,
  /// all wheels at one slip, searched in steps of 0.01 from 0 to 1; on hard ground it is the friction times
  /// the load. So it is 0 at the steepest slope the rover can climb, and loads stay as they are however hard
  /// one pulls. NaN where the point did not settle.
  double drawbar_margin = kUnset;
  /// What braking is left, likewise: (max over slip from 0 to -1 of what the wheels hold back + weight x
  /// sin(tilt)) / weight. It is 0 at the steepest slope that the rover can be held on downhill.
  double braking_margin = kUnset;
  double time = 0.0;      ///< simulated, s
  double distance = 0.0;  ///< ahead along the slope, m
  std::vector<GradeWheel> wheels{};
};

/// A point counts as settled where in two windows in a row the means of slip, sinkage and load of every wheel
/// agree and have no trend within these tolerances. A window is the time in which the rim runs by one wheel
/// diameter; windows begin once the rover has climbed its wheelbase and one diameter more.
inline constexpr double kSlipTolerance = 0.005;    ///< -
inline constexpr double kSinkageTolerance = 5e-4;  ///< of the wheel's radius
inline constexpr double kLoadTolerance = 0.01;     ///< of the mean wheel load

/// The files that a point is made from. Throws InputError as run_grade_point() does.
std::vector<std::filesystem::path> grade_inputs(const GradeabilitySpec&);

/// tilt in [-60, 60 degrees], negative: downhill. Throws InputError for a wrong rover (one without
/// wheels too), soil or setting; what the rover cannot do is
/// a reason. Nothing if it was cancelled. `progress` gets the fraction done.
std::optional<GradePoint> run_grade_point(const GradeabilitySpec&, double tilt,
                                          const std::function<void(double)>& progress,
                                          const std::function<bool()>& cancelled);

}  // namespace grouser
