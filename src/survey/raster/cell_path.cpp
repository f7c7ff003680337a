// SPDX-License-Identifier: BSD-3-Clause
// From a position in a new grid to columns and rows of a raster, via longitude and latitude where their maps
// differ. Where columns run along longitude, positions are moved by whole turns, and a raster that goes round
// the body continues at its other end.
#include "cell_path.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace grouser::terrain {

std::optional<MapFrame> frame_of(const RasterInfo& raster) {
  if (raster.crs.empty() || !lies_on_body(raster.crs, raster.path)) return std::nullopt;
  return MapFrame(raster.crs, raster.path);
}

namespace {

constexpr double kWholeTurn = 1e-3;  // cells: rounding of map coordinates
constexpr double kBridged = 0.5;     // cells: no column is missing in a gap so narrow

/// Half a step of the last digit of a number as a person writes it, with at most seven digits; 0 if it has
/// more.
double written_to(double value) {
  const std::string text = fmt::format("{:.7g}", value);
  if (std::stod(text) != value) return 0.0;
  const auto exponent_at = text.find('e');
  const std::string digits = text.substr(0, exponent_at);
  const auto point = digits.find('.');
  const int decimals = point == std::string::npos ? 0 : static_cast<int>(digits.size() - point - 1);
  const int exponent = exponent_at == std::string::npos ? 0 : std::stoi(text.substr(exponent_at + 1));
  double half = 0.5;
  for (int k = exponent; k < decimals; ++k) half /= 10.0;
  for (int k = decimals; k < exponent; ++k) half *= 10.0;
  return half;
}

/// Whether a raster goes once round its body: by the size of its cells the turn is `turn` columns, and it has
/// `columns` of them. A rounded size is allowed for; one that divides the turn is exact, and columns may be
/// missing.
bool goes_round(double turn, int columns, double cell) {
  const double off = std::fabs(turn - columns);
  if (off < kWholeTurn) return true;
  if (std::fabs(turn - std::floor(turn + 0.5)) < kWholeTurn) return false;
  return off < kBridged || off * std::fabs(cell) <= columns * written_to(std::fabs(cell));
}

}  // namespace

CellPath::CellPath(const RasterInfo& raster, const std::string& crs, const GeoTransform& grid)
    : raster_(raster), grid_(grid) {
  const std::optional<MapFrame> to = frame_of(raster);
  // Columns of a full turn, measured at the raster's middle.
  if (to && !raster.at_an_angle) {
    const auto middle = raster.transform->map(0.5 * raster.columns, 0.5 * raster.rows);
    if (const auto at = to->to_lonlat(middle[0], middle[1]))
      if (const auto turn = to->turn(*at)) turn_ = *turn / raster.transform->c[1];
  }
  // A rounded size of cells is stretched, so that the turn has exactly the raster's columns.
  if (turn_ && goes_round(*turn_, raster.columns, raster.transform->c[1])) {
    whole_turn_ = raster.columns;
    if (std::fabs(*turn_ - raster.columns) >= kWholeTurn) {
      stretch_ = raster.columns / *turn_;
      turn_ = raster.columns;
    }
  }
  if (crs == raster.crs || crs.empty() || raster.crs.empty()) return;
  from_.emplace(crs, raster.path);
  to_.emplace(raster.crs, raster.path);
}

std::optional<std::array<double, 2>> CellPath::locate(double column, double row,
                                                      std::optional<double> near_column) const {
  std::array<double, 2> at = grid_.map(column, row);
  // Through longitude and latitude if the maps differ.
  if (from_) {
    const auto lonlat = from_->to_lonlat(at[0], at[1]);
    const auto map = lonlat ? to_->to_map(*lonlat) : std::nullopt;
    if (!map) return std::nullopt;
    at = *map;
  }
  std::array<double, 2> cell = raster_.transform->cell(at[0], at[1]);
  cell[0] *= stretch_;
  // The copy nearest the middle of the raster, or the given column.
  if (turn_) {
    const double middle = near_column.value_or(0.5 * raster_.columns);
    cell[0] -= *turn_ * std::floor((cell[0] - middle) / *turn_ + 0.5);
  }
  return cell;
}

void read_around(RasterSource& source, const std::optional<int>& whole_turn, const CellRect& r,
                 std::vector<double>& heights) {
  const RasterInfo& info = source.info();
  heights.assign(r.count(), std::numeric_limits<double>::quiet_NaN());
  // Rows beyond the raster stay NaN. Columns are read in runs that end where the raster does.
  const int first_row = std::max(r.row, 0), last_row = std::min(r.row + r.rows, info.rows);
  std::vector<double> part;
  for (int i = 0; i < r.columns && first_row < last_row;) {
    int column = r.column + i;
    if (whole_turn)
      column -= *whole_turn * static_cast<int>(std::floor(static_cast<double>(column) / *whole_turn));
    if (column < 0) {
      i -= column;
      continue;
    }
    if (column >= info.columns) break;
    const int count = std::min(r.columns - i, info.columns - column);
    part.resize(static_cast<std::size_t>(count) * (last_row - first_row));
    source.read({column, first_row, count, last_row - first_row}, std::span<double>(part));
    for (int j = first_row; j < last_row; ++j)
      std::copy_n(part.begin() + static_cast<std::ptrdiff_t>(j - first_row) * count, count,
                  heights.begin() + static_cast<std::ptrdiff_t>(j - r.row) * r.columns + i);
    i += count;
  }
}

}  // namespace grouser::terrain
