#include "grouser/mission/gradeability/grade_comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <sstream>
#include <string_view>

#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/file_signature.hpp"
#include "grouser/math/units.hpp"

namespace grouser {
namespace {

constexpr std::size_t kMaxBytes = 8u << 20;
constexpr double kSameMeasuredTilt = 1e-9;  // rad
constexpr double kSteepest = 60.0;          // deg

std::vector<std::string> split_row(std::string_view line) {
  std::vector<std::string> cells(1);
  for (const char c : line) {
    if (c == ',')
      cells.emplace_back();
    else if (c != '\r' && c != ' ' && c != '"')
      cells.back().push_back(c);
  }
  return cells;
}

/// A column with either of two names; a value in the file times `scale` is in SI units.
struct Column {
  std::size_t index;
  double scale;
};

struct ColumnName {
  std::string_view name;
  double scale;
};

std::optional<Column> find_column(const std::vector<std::string>& header,
                                  std::initializer_list<ColumnName> names) {
  for (const ColumnName& known : names)
    for (std::size_t i = 0; i < header.size(); ++i)
      if (header[i] == known.name) return Column{i, known.scale};
  return std::nullopt;
}

double read_cell(const std::vector<std::string>& cells, const Column& column, const std::string& place) {
  const std::string text = column.index < cells.size() ? cells[column.index] : "";
  double value = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value))
    throw InputError(place, "'" + text + "'", "a number");
  return value * column.scale;
}

/// One corner of the simulated curve.
struct Corner {
  double tilt, slip;
};

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

/// Returns NaN above the end of the curve.
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
  std::istringstream file(read_text_file(path, kMaxBytes));
  std::string line;
  if (!std::getline(file, line)) throw InputError(path.string(), "an empty file", "a CSV file with a header");
  const auto header = split_row(line);
  const auto tilt = find_column(header, {{"slope_deg", kDegree}, {"tilt_deg", kDegree}});
  const auto slip = find_column(header, {{"slip_percent", 0.01}, {"slip", 1.0}});
  if (!tilt || !slip)
    throw InputError(path.string() + ":1", "'" + line + "'",
                     "columns slope_deg (or tilt_deg) and slip_percent (or slip)");
  std::vector<MeasuredGrade> grades;
  for (int number = 2; std::getline(file, line); ++number) {
    if (line.empty() || line == "\r") continue;
    const std::string place = fmt::format("{}:{}", path.string(), number);
    const auto cells = split_row(line);
    const MeasuredGrade grade{read_cell(cells, *tilt, place), read_cell(cells, *slip, place)};
    if (std::fabs(grade.tilt) > kSteepest * kDegree)
      throw InputError(place, fmt::format("a slope of {:.6g} deg", grade.tilt / kDegree), "-60 to 60 deg");
    if (header[slip->index] == "slip" && !(std::fabs(grade.slip) <= 1.0))
      throw InputError(place, fmt::format("a slip of {:.6g}", grade.slip),
                       "a share from -1 to 1, or the column slip_percent");
    grades.push_back(grade);
  }
  if (grades.empty()) throw InputError(path.string(), "no row below the header", "one or more");
  std::sort(grades.begin(), grades.end(), [](const auto& a, const auto& b) { return a.tilt < b.tilt; });
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
    if (point != points.end() && (point->settled || point->stalled)) {
      const double slip_error = (point->settled ? point->slip : 1.0) - grade.slip;
      if (point->settled) error.slip = point->slip, error.slip_error = slip_error;
      slip_squares += slip_error * slip_error;
      out.largest_slip_error = std::fmax(out.largest_slip_error, std::fabs(slip_error));
      ++out.compared;
    }
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
