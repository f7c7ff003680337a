// SPDX-License-Identifier: BSD-3-Clause
// Resamples a raster at the cells of another grid. Places are computed at nodes and interpolated between
// them, with nodes close enough for a thousandth of a cell. Heights are cubic (Keys 1981) where all sixteen
// neighbours are known, linear elsewhere, and means of several samples where the new cells are larger.
#include "resampler.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "grouser/base/error.hpp"

namespace grouser::terrain {
namespace {

constexpr int kFarthestNodes = 32;  // cells
// Cells of the raster: the height error is then a thousandth of a step between cells.
constexpr double kPlaceTolerance = 1e-3;
constexpr long long kPatchCells = 16'000'000;  // cells of the raster read at once, 128 MB
constexpr int kLeastTile = 8;
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

/// The larger difference of the two coordinates.
double distance(const std::array<double, 2>& a, const std::array<double, 2>& b) {
  return std::max(std::fabs(a[0] - b[0]), std::fabs(a[1] - b[1]));
}

// Weights of four neighbours at the fraction s from the second to the third (Keys 1981, eq. 4 with a = -1/2).
std::array<double, 4> keys_weights(double s) {
  return {s * (-0.5 + s * (1.0 - 0.5 * s)), 1.0 + s * s * (-2.5 + 1.5 * s), s * (0.5 + s * (2.0 - 1.5 * s)),
          s * s * (-0.5 + 0.5 * s)};
}

}  // namespace

Resampler::Resampler(RasterSource& source, const CellPath& path, int columns, int rows)
    : source_(source), path_(path) {
  const double u = 0.5 * columns, v = 0.5 * rows;
  const auto middle = path.locate(u, v);
  if (!middle) return;
  // Number of whole raster cells that one new cell spans, 1 to 64.
  const auto spans = [&](double du, double dv) {
    const auto next = path.locate(u + du, v + dv, (*middle)[0]);
    if (!next) return 1;
    const double x = (*next)[0] - (*middle)[0], y = (*next)[1] - (*middle)[1];
    return std::clamp(static_cast<int>(std::sqrt(x * x + y * y) + 1e-6), 1, 64);
  };
  across_ = spans(1.0, 0.0);
  down_ = spans(0.0, 1.0);
}

// Halves the distance between nodes until interpolation is good enough; at one cell all places are exact.
void Resampler::place_nodes(const CellRect& tile) {
  const auto middle = path_.locate(tile.column + 0.5 * tile.columns, tile.row + 0.5 * tile.rows);
  std::optional<double> near_column;
  if (middle) near_column = (*middle)[0];
  for (step_ = kFarthestNodes; step_ >= 1; step_ /= 2) {
    first_column_ = tile.column + 0.5;
    first_row_ = tile.row + 0.5;
    nodes_across_ = (tile.columns - 1 + step_ - 1) / step_ + 1;
    nodes_down_ = (tile.rows - 1 + step_ - 1) / step_ + 1;
    nodes_.clear();
    for (int b = 0; b < nodes_down_; ++b)
      for (int a = 0; a < nodes_across_; ++a)
        nodes_.push_back(path_.locate(first_column_ + a * step_, first_row_ + b * step_, near_column)
                             .value_or(Cell{kNan, kNan}));
    if (step_ == 1 || nodes_suffice()) return;
  }
}

// Compares with the exact places midway between nodes, where linear interpolation is worst: along both sides,
// and in the middle, where the errors of the two sides may cancel.
bool Resampler::nodes_suffice() const {
  constexpr double kHalfWay[3][2] = {{0.5, 0.0}, {0.0, 0.5}, {0.5, 0.5}};
  for (int b = 0; b < nodes_down_; ++b)
    for (int a = 0; a < nodes_across_; ++a)
      for (const auto& h : kHalfWay) {
        if ((h[0] > 0.0 && a + 1 >= nodes_across_) || (h[1] > 0.0 && b + 1 >= nodes_down_)) continue;
        const double u = first_column_ + (a + h[0]) * step_, v = first_row_ + (b + h[1]) * step_;
        const Cell guess = at(u, v);
        const auto exact = path_.locate(u, v, guess[0]);
        // The negated comparison also refuses NaN.
        if (!exact || !(distance(*exact, guess) < kPlaceTolerance)) return false;
      }
  return true;
}

// Place of a position between nodes, by bilinear interpolation.
Resampler::Cell Resampler::at(double column, double row) const {
  const double x = (column - first_column_) / step_, y = (row - first_row_) / step_;
  const int a = std::clamp(static_cast<int>(std::floor(x)), 0, std::max(0, nodes_across_ - 2));
  const int b = std::clamp(static_cast<int>(std::floor(y)), 0, std::max(0, nodes_down_ - 2));
  const int right = std::min(a + 1, nodes_across_ - 1), below = std::min(b + 1, nodes_down_ - 1);
  const double s = right > a ? x - a : 0.0, t = below > b ? y - b : 0.0;
  const auto node = [&](int i, int j) -> const Cell& {
    return nodes_[static_cast<std::size_t>(j) * nodes_across_ + i];
  };
  const Cell &p = node(a, b), &q = node(right, b), &r = node(a, below), &w = node(right, below);
  // Around a pole, neighbours may lie on either side of the seam: take the nearest.
  const auto [low, high] = std::minmax({p[0], q[0], r[0], w[0]});
  if (step_ == 1 && high - low > 0.25 * source_.info().columns)
    return node(s < 0.5 ? a : right, t < 0.5 ? b : below);
  Cell out;
  for (int k = 0; k < 2; ++k)
    out[k] = (1 - t) * ((1 - s) * p[k] + s * q[k]) + t * ((1 - s) * r[k] + s * w[k]);
  return out;
}

// Height of a cell of the patch; NaN outside of it.
double Resampler::value(long long i, long long j) const {
  if (i < 0 || j < 0 || i >= patch_.columns || j >= patch_.rows) return kNan;
  return values_[j * patch_.columns + i];
}

// Bilinear between the neighbours that have a height; NaN if the cell that the position lies in has none.
double Resampler::linear(double column, double row) const {
  const double x = column - patch_.column, y = row - patch_.row;
  if (std::isnan(value(static_cast<long long>(std::floor(x)), static_cast<long long>(std::floor(y)))))
    return kNan;
  const long long i = static_cast<long long>(std::floor(x - 0.5)),
                  j = static_cast<long long>(std::floor(y - 0.5));
  const double s = x - 0.5 - i, t = y - 0.5 - j;
  double sum = 0.0, weights = 0.0;
  for (int b = 0; b < 2; ++b)
    for (int a = 0; a < 2; ++a) {
      const double z = value(i + a, j + b), weight = (a ? s : 1.0 - s) * (b ? t : 1.0 - t);
      if (!std::isnan(z)) sum += weight * z, weights += weight;
    }
  return sum / weights;
}

// Cubic convolution; linear near the patch's border and next to voids.
double Resampler::smooth(double column, double row) const {
  const double x = column - patch_.column - 0.5, y = row - patch_.row - 0.5;
  const long long i = static_cast<long long>(std::floor(x)), j = static_cast<long long>(std::floor(y));
  if (i < 1 || j < 1 || i + 2 >= patch_.columns || j + 2 >= patch_.rows) return linear(column, row);
  const auto across = keys_weights(x - i), down = keys_weights(y - j);
  double sum = 0.0;
  for (int b = 0; b < 4; ++b) {
    const double* line = values_.data() + (j - 1 + b) * patch_.columns + i - 1;
    sum += down[b] * (across[0] * line[0] + across[1] * line[1] + across[2] * line[2] + across[3] * line[3]);
  }
  return std::isnan(sum) ? linear(column, row) : sum;
}

// Mean height over a new cell; NaN if more than half of its samples have none.
double Resampler::mean_at(double column, double row, double shift) const {
  if (across_ == 1 && down_ == 1) {
    const Cell c = at(column, row);
    return std::isnan(c[0]) ? kNan : smooth(c[0] + shift, c[1]);
  }
  double sum = 0.0;
  int count = 0;
  for (int b = 0; b < down_; ++b)
    for (int a = 0; a < across_; ++a) {
      const Cell c = at(column + (a + 0.5) / across_ - 0.5, row + (b + 0.5) / down_ - 0.5);
      const double z = std::isnan(c[0]) ? kNan : linear(c[0] + shift, c[1]);
      if (!std::isnan(z)) sum += z, ++count;
    }
  return 2 * count >= across_ * down_ ? sum / count : kNan;
}

// Fills the cells of a tile that lie within the raster when moved by `shift` columns. False if that needs too
// much of the raster at once.
bool Resampler::sample_patch(const CellRect& tile, double shift, std::span<double> out) {
  const RasterInfo& info = source_.info();
  const bool around = path_.whole_turn().has_value();
  const auto within = [&](const Cell& c) {
    return !std::isnan(c[0]) && (around || (c[0] + shift >= -0.5 && c[0] + shift <= info.columns + 0.5)) &&
           c[1] >= -0.5 && c[1] <= info.rows + 0.5;
  };
  // Part of the raster that the nodes span.
  double west = 1e300, east = -1e300, north = 1e300, south = -1e300;
  for (const Cell& c : nodes_) {
    if (std::isnan(c[0])) continue;
    west = std::min(west, c[0] + shift), east = std::max(east, c[0] + shift);
    north = std::min(north, c[1]), south = std::max(south, c[1]);
  }
  if (west > east) return true;
  // Cells by which the kernel and a new cell's own extent reach beyond the centres.
  constexpr double kAround = 3.0;
  const double reach_x = kAround + across_ + down_, reach_y = reach_x;
  double first = std::floor(west - reach_x), last = std::ceil(east + reach_x);
  if (!around) first = std::max(first, -kAround), last = std::min(last, info.columns + kAround);
  const double top = std::max(std::floor(north - reach_y), -kAround),
               bottom = std::min(std::ceil(south + reach_y), info.rows + kAround);
  if (!(last > first && bottom > top)) return true;
  if ((last - first) * (bottom - top) > kPatchCells) return false;
  patch_ = {static_cast<int>(first), static_cast<int>(top), static_cast<int>(last - first),
            static_cast<int>(bottom - top)};
  read_around(source_, path_.whole_turn(), patch_, values_);
  // Only cells without a height so far: an earlier shift may have filled them.
  for (int j = 0; j < tile.rows; ++j)
    for (int i = 0; i < tile.columns; ++i) {
      const double u = tile.column + i + 0.5, v = tile.row + j + 0.5;
      double& z = out[static_cast<std::size_t>(j) * tile.columns + i];
      if (std::isnan(z) && within(at(u, v))) z = mean_at(u, v, shift);
    }
  return true;
}

void Resampler::heights(const CellRect& tile, std::span<double> out) {
  std::fill(out.begin(), out.end(), kNan);
  place_nodes(tile);
  bool done = sample_patch(tile, 0.0, out);
  // A raster along longitude that does not go round may lie on both sides of the seam: try the neighbouring
  // turns.
  if (done && path_.turn() && !path_.whole_turn())
    for (const double shift : {-*path_.turn(), *path_.turn()}) done = done && sample_patch(tile, shift, out);
  if (done) return;
  if (tile.columns <= kLeastTile && tile.rows <= kLeastTile)
    throw RunError(
        "the new cells are too large for this raster: choose a smaller --cell, or an overview made by "
        "gdaladdo");
  // Too much of the raster at once: process the quarters one by one.
  const int half_columns = (tile.columns + 1) / 2, half_rows = (tile.rows + 1) / 2;
  std::vector<double> part;
  for (int b = 0; b < 2; ++b)
    for (int a = 0; a < 2; ++a) {
      const CellRect quarter{tile.column + a * half_columns, tile.row + b * half_rows,
                             a ? tile.columns - half_columns : half_columns,
                             b ? tile.rows - half_rows : half_rows};
      if (quarter.count() == 0) continue;
      part.resize(quarter.count());
      heights(quarter, part);
      for (int j = 0; j < quarter.rows; ++j)
        std::copy_n(part.begin() + static_cast<std::ptrdiff_t>(j) * quarter.columns, quarter.columns,
                    out.begin() + static_cast<std::ptrdiff_t>(quarter.row - tile.row + j) * tile.columns +
                        quarter.column - tile.column);
    }
}

}  // namespace grouser::terrain
