// SPDX-License-Identifier: BSD-3-Clause
// Compares the points of a tilt bed with a measured curve of slip against slope.
#pragma once
#include <filesystem>
#include <vector>

#include "grouser/mission/gradeability/gradeability.hpp"

namespace grouser {

struct MeasuredGrade {
  double tilt = 0.0;  ///< rad
  double slip = 0.0;  ///< -
};

/// Reads a CSV file (csv_rows.hpp) with a header: columns slope_deg or tilt_deg (also as "slope [rad]") and
/// slip_percent or slip; others are ignored. Sorted by tilt. Throws InputError (file:line).
std::vector<MeasuredGrade> load_measured_grades(const std::filesystem::path&);

/// Errors are simulated - measured; NaN if there is nothing to compare with.
struct GradeError {
  double tilt = 0.0, measured_slip = 0.0;     ///< rad, -
  double slip = kUnset, slip_error = kUnset;  ///< simulated at this tilt, if it settled
  double tilt_at_slip = kUnset;               ///< tilt of the simulated curve at the measured slip, rad
  double tilt_error = kUnset;                 ///< rad
};

struct GradeComparison {
  std::vector<GradeError> points{};  ///< one per measured point
  int compared = 0;                  ///< points that settled or stalled: those used in the numbers below
  /// A rover that stalls counts as slip 1 here, which is the least slip it can have.
  double rms_slip_error = kUnset, largest_slip_error = kUnset;
  double rms_tilt_error = kUnset;  ///< over the points that have one, rad
};

/// `points` must be sorted by tilt, with every measured tilt among them. The simulated curve is piecewise
/// linear through the points that settled, up to the first one that stalled, which counts as slip 1; below
/// the first point its first line is extended.
GradeComparison compare_grades(const std::vector<GradePoint>& points,
                               const std::vector<MeasuredGrade>& measured);

}  // namespace grouser
