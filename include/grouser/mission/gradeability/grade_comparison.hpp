// A tilt bed's points beside a measured curve of slip against slope.
#pragma once
#include <filesystem>
#include <vector>

#include "grouser/mission/gradeability/gradeability.hpp"

namespace grouser {

struct MeasuredGrade {
  double tilt = 0.0;  ///< rad
  double slip = 0.0;  ///< -
};

/// A CSV file with a header: columns slope_deg (or tilt_deg) and slip_percent (or slip), others are ignored.
/// Sorted by tilt. Throws InputError (file:line).
std::vector<MeasuredGrade> load_measured_grades(const std::filesystem::path&);

/// Errors are simulated - measured; NaN where there is nothing to compare with.
struct GradeError {
  double tilt = 0.0, measured_slip = 0.0;     ///< rad, -
  double slip = kUnset, slip_error = kUnset;  ///< simulated at the tilt, where it settled
  double tilt_at_slip = kUnset;               ///< of the simulated curve at the measured slip, rad
  double tilt_error = kUnset;                 ///< rad
};

struct GradeComparison {
  std::vector<GradeError> points{};  ///< one a measured point
  int compared = 0;                  ///< points that settled or stalled: those in the two numbers below
  /// A rover that stalls counts as slip 1 in these, which is the least it can have.
  double rms_slip_error = kUnset, largest_slip_error = kUnset;
  double rms_tilt_error = kUnset;  ///< over the points that have one, rad
};

/// `points` sorted by tilt, with every measured tilt among them. The simulated curve runs in straight lines
/// through the points that settled up to the first one that stalled, as slip 1; below the first point its
/// first line goes on.
GradeComparison compare_grades(const std::vector<GradePoint>& points,
                               const std::vector<MeasuredGrade>& measured);

}  // namespace grouser
