// SPDX-License-Identifier: BSD-3-Clause
// Reads measured slopes and slips, and compares them with the points of a tilt bed: slip at the measured
// tilt, and tilt at the measured slip on the simulated curve.
#include "grouser/mission/gradeability/grade_comparison.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/file_signature.hpp"
#include "grouser/math/units.hpp"
#include "grouser/recording/run_file/csv_rows.hpp"

namespace grouser {
namespace {

// Bounds of a file of measurements, and of its slopes.
constexpr std::size_t kMaxBytes = 8u << 20;
// Tilts closer than this are the same point.
constexpr double kSameMeasuredTilt = 1e-9;  // rad
constexpr double kSteepest = 60.0;          // deg

/// A column; a value in the file times `scale` is in SI units.
struct Column {
  std::size_t index;
  double scale;
};

/// The column and the factor to SI units, one of `units`; throws InputError for any other unit.
Column column_in(const CsvRows& rows, int index,
                 std::initializer_list<std::pair<const char*, double>> units) {
  const auto at = static_cast<std::size_t>(index);
  std::vector<std::string> known;
  for (const auto& [unit, scale] : units) {
    if (rows.head()[at].unit == unit) return {at, scale};
    known.push_back(*unit ? unit : "none");
  }
  throw InputError(rows.place(at), csv_said(rows.head()[at].unit) + " as unit",
                   fmt::format("{}", fmt::join(known, " or ")));
}

/// One corner of the simulated curve.
struct Corner {
  double tilt, slip;
};

/// Corners of the simulated curve up to the first stalled point, which has slip 1; points that did not
/// settle are left out.
std::vector<Corner> simulated_curve(const std::vector<GradePoint>& points) {
  std::vector<Corner> curve;
  for (const GradePoint& point : points) {
    if (point.settled) curve.push_back({point.tilt, point.slip});
    if (!point.stalled) continue;
    curve.push_back({point.tilt, 1.0});
    break;
  }
  return curve;
}

/// Tilt at a slip, linear between corners, rad; below the first corner its line is extended, above the last
/// NaN.
double tilt_at(const std::vector<Corner>& curve, double slip) {
  for (std::size_t i = 1; i < curve.size(); ++i) {
    const Corner &a = curve[i - 1], &b = curve[i];
    if (slip <= b.slip && b.slip > a.slip)
      return a.tilt + (slip - a.slip) / (b.slip - a.slip) * (b.tilt - a.tilt);
  }
  return kUnset;
}

}  // namespace

std::vector<MeasuredGrade> load_measured_grades(const std::filesystem::path& path) {
  refuse_signature(path, "a CSV file with a header");
  const std::string text = read_text_file(path, kMaxBytes);
  CsvRows rows(text, path.string());
  if (!rows.next()) throw InputError(path.string(), "an empty file", "a CSV file with a header");
  rows.take_head();
  const int tilt_at = rows.find({"slope", "tilt"}), slip_at = rows.find({"slip"});
  if (tilt_at < 0 || slip_at < 0)
    throw InputError(rows.place(), csv_said(fmt::format("{}", fmt::join(rows.cells(), ","))),
                     "columns slope_deg (or tilt_deg) and slip_percent (or slip)");
  const Column tilt = column_in(rows, tilt_at, {{"deg", kDegree}, {"rad", 1.0}});
  const Column slip = column_in(rows, slip_at, {{"%", 0.01}, {"", 1.0}, {"-", 1.0}});
  std::vector<MeasuredGrade> grades;
  while (rows.next()) {
    const MeasuredGrade grade{rows.number(tilt.index) * tilt.scale, rows.number(slip.index) * slip.scale};
    if (std::fabs(grade.tilt) > kSteepest * kDegree)
      throw InputError(rows.place(), fmt::format("a slope of {:.6g} deg", grade.tilt / kDegree),
                       "-60 to 60 deg");
    // Percent are easily taken for shares, so a share beyond 1 is refused.
    if (slip.scale == 1.0 && !(std::fabs(grade.slip) <= 1.0))
      throw InputError(rows.place(), fmt::format("a slip of {:.6g}", grade.slip),
                       "a share from -1 to 1, or the column slip_percent");
    grades.push_back(grade);
  }
  if (grades.empty()) throw InputError(path.string(), "no row below the header", "one or more");
  std::sort(grades.begin(), grades.end(), [](const auto& x, const auto& y) { return x.tilt < y.tilt; });
  return grades;
}

GradeComparison compare_grades(const std::vector<GradePoint>& points,
                               const std::vector<MeasuredGrade>& measured) {
  GradeComparison out;
  const auto curve = simulated_curve(points);
  double slip_squares = 0.0, tilt_squares = 0.0;
  int tilts = 0;
  for (const MeasuredGrade& grade : measured) {
    GradeError error{.tilt = grade.tilt, .measured_slip = grade.slip};
    const auto point = std::find_if(points.begin(), points.end(), [&](const GradePoint& p) {
      return std::fabs(p.tilt - grade.tilt) < kSameMeasuredTilt;
    });
    // Slip at this tilt: a stalled point counts as 1 in the sums but has no slip of its own.
    if (point != points.end() && (point->settled || point->stalled)) {
      const double slip_error = (point->settled ? point->slip : 1.0) - grade.slip;
      if (point->settled) error.slip = point->slip, error.slip_error = slip_error;
      slip_squares += slip_error * slip_error;
      out.largest_slip_error = std::fmax(out.largest_slip_error, std::fabs(slip_error));
      ++out.compared;
    }
    // Tilt at this slip, where the curve reaches it.
    error.tilt_at_slip = tilt_at(curve, grade.slip);
    error.tilt_error = error.tilt_at_slip - grade.tilt;
    if (std::isfinite(error.tilt_error)) tilt_squares += error.tilt_error * error.tilt_error, ++tilts;
    out.points.push_back(error);
  }
  if (out.compared > 0) out.rms_slip_error = std::sqrt(slip_squares / out.compared);
  if (tilts > 0) out.rms_tilt_error = std::sqrt(tilt_squares / tilts);
  return out;
}

}  // namespace grouser
