// SPDX-License-Identifier: BSD-3-Clause
// A heightfield with Keys' cubic interpolation (1981), and bounds of its height and second derivatives by
// blocks of cells, by which discs and spheres know that nothing is near.
#include "grouser/terrain/surface/heightfield.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "grouser/base/error.hpp"
#include "grouser/base/hash.hpp"
#include "keys_patch.hpp"

namespace grouser {
namespace {

constexpr int kBlockCells = 4;
constexpr long long kMaxCells = 64'000'000;  // 256 MB of floats; larger maps are read window by window

void check(const HeightfieldSpec& s) {
  const std::string place = s.source.empty() ? "heightfield" : s.source;
  if (s.columns < 4 || s.rows < 4)
    throw InputError(place, fmt::format("{} x {} cells", s.columns, s.rows), "at least 4 x 4 cells");
  const long long count = static_cast<long long>(s.columns) * s.rows;
  if (count > kMaxCells)
    throw InputError(place, fmt::format("{} x {} cells", s.columns, s.rows), "at most 64 million cells");
  if (!(s.cell > 0.0) || !std::isfinite(s.cell))
    throw InputError(place, fmt::format("a cell size of {} m", s.cell), "a cell size > 0");
  if (static_cast<long long>(s.offsets.size()) != count)
    throw InputError(place, fmt::format("{} heights", s.offsets.size()), fmt::format("{} heights", count));
  if (!std::isfinite(s.west) || !std::isfinite(s.north) || !std::isfinite(s.datum))
    throw InputError(place, "a corner or datum that is no finite number", "finite numbers");
  const auto bad =
      std::count_if(s.offsets.begin(), s.offsets.end(), [](float z) { return !std::isfinite(z); });
  if (bad > 0)
    throw InputError(place, fmt::format("{} cells without a height", bad), "a height in every cell");
}

/// Hash of grid and heights, bit by bit; the source's name is no part of it.
std::uint64_t hash_of(const HeightfieldSpec& s) {
  Hasher hasher;
  hasher.add(static_cast<std::uint64_t>(s.columns));
  hasher.add(static_cast<std::uint64_t>(s.rows));
  for (double x : {s.west, s.north, s.cell, s.datum}) hasher.add(x);
  for (float z : s.offsets) hasher.add(static_cast<std::uint64_t>(std::bit_cast<std::uint32_t>(z)));
  return hasher.value();
}

}  // namespace

Heightfield::Heightfield(HeightfieldSpec spec) : spec_(std::move(spec)) {
  check(spec_);
  hash_ = hash_of(spec_);
  const auto [low, high] = std::minmax_element(spec_.offsets.begin(), spec_.offsets.end());
  lowest_ = spec_.datum + *low;
  highest_ = spec_.datum + *high;
  bound_blocks();
}

// Bound for Keys' interpolation (keys_patch.hpp), with D the second differences of the cells: along one axis
// p'' runs linearly from 2 D0 - D1 to 2 D1 - D0, so |p''| <= 3 max|D|, times 1.25, the largest sum of the
// other axis' weights; the mixed derivative is at most 1.5^2 mixed differences. In any direction p'' is at
// most the larger of the first two plus the mixed one.
void Heightfield::bound_blocks() {
  const auto blocks = [](int cells) { return (cells + kBlockCells - 1) / kBlockCells; };
  block_columns_ = blocks(spec_.columns);
  block_rows_ = blocks(spec_.rows);
  per_block_ = 1.0 / (kBlockCells * spec_.cell);
  south_ = spec_.north - (spec_.rows - 1) * spec_.cell;
  bends_.resize(static_cast<std::size_t>(block_columns_) * block_rows_);
  tops_.resize(bends_.size());
  for (int j = 0; j < block_rows_; ++j)
    for (int i = 0; i < block_columns_; ++i) {
      const Nodes nodes{i * kBlockCells - 1, j * kBlockCells - 1, (i + 1) * kBlockCells + 1,
                        (j + 1) * kBlockCells + 1};
      const std::size_t block = static_cast<std::size_t>(j) * block_columns_ + i;
      bends_[block] = bend_of(nodes);
      tops_[block] = top_of(nodes);
    }
}

// The weights of a point's 4 x 4 cells sum to 1, their sizes to at most 1.25^2 (keys_patch.hpp), so those
// below zero to at most (1.25^2 - 1)/2 = 0.28125: the height is at most the highest cell's and this part of
// the range more.
float Heightfield::top_of(const Nodes& n) const {
  float low = std::numeric_limits<float>::infinity(), high = -low;
  for (int j = std::max(n.south, 0); j <= std::min(n.north, spec_.rows - 1); ++j) {
    const float* row = spec_.offsets.data() + static_cast<std::size_t>(spec_.rows - 1 - j) * spec_.columns;
    for (int i = std::max(n.west, 0); i <= std::min(n.east, spec_.columns - 1); ++i) {
      low = std::min(low, row[i]);
      high = std::max(high, row[i]);
    }
  }
  constexpr double kBelowZero = 0.28125, kRounding = 1e-6;  // the latter of the float
  const double top = high + kBelowZero * (double(high) - low);
  return static_cast<float>(top + kRounding * std::fabs(top));
}

float Heightfield::bend_of(const Nodes& n) const {
  const int west = std::max(n.west, 0), east = std::min(n.east, spec_.columns - 1);
  const int south = std::max(n.south, 0), north = std::min(n.north, spec_.rows - 1);
  const auto row = [&](int j) {
    return spec_.offsets.data() + static_cast<std::size_t>(spec_.rows - 1 - j) * spec_.columns;
  };
  double straight = 0.0, mixed = 0.0;
  for (int j = south; j <= north; ++j) {
    const float* z = row(j);
    for (int i = west + 1; i < east; ++i)
      straight = std::max(straight, std::fabs(double(z[i - 1]) - 2.0 * z[i] + z[i + 1]));
    if (j == north) break;
    const float* above = row(j + 1);
    for (int i = west; i < east; ++i)
      mixed = std::max(mixed, std::fabs(double(z[i]) - z[i + 1] - above[i] + above[i + 1]));
    if (j == south) continue;
    const float* below = row(j - 1);
    for (int i = west; i <= east; ++i)
      straight = std::max(straight, std::fabs(double(below[i]) - 2.0 * z[i] + above[i]));
  }
  constexpr double kRounding = 1.0 + 1e-6;  // of the float
  return static_cast<float>(kRounding * (3.75 * straight + 2.25 * mixed) / (spec_.cell * spec_.cell));
}

double Heightfield::largest_bend(double x0, double y0, double x1, double y1) const {
  return largest_in(bends_, x0, y0, x1, y1);
}

double Heightfield::highest_in(double x0, double y0, double x1, double y1) const {
  return spec_.datum + largest_in(tops_, x0, y0, x1, y1);
}

double Heightfield::largest_in(const std::vector<float>& bounds, double x0, double y0, double x1,
                               double y1) const {
  constexpr int kMostBlocks = 16;
  const double u0 = (x0 - spec_.west) * per_block_, u1 = (x1 - spec_.west) * per_block_;
  const double v0 = (y0 - south_) * per_block_, v1 = (y1 - south_) * per_block_;
  // written so that NaN is rejected too
  if (!(u0 >= 0.0 && v0 >= 0.0 && u1 < block_columns_ && v1 < block_rows_))
    return std::numeric_limits<double>::infinity();
  const int west = static_cast<int>(u0), east = static_cast<int>(u1);
  const int first = static_cast<int>(v0), last = static_cast<int>(v1);
  if ((east - west + 1) * (last - first + 1) > kMostBlocks) return std::numeric_limits<double>::infinity();
  const float* row = bounds.data() + static_cast<std::size_t>(first) * block_columns_;
  if (east - west <= 1 && last - first <= 1) {  // the usual case
    const float* next = last > first ? row + block_columns_ : row;
    return std::max(std::max(row[west], row[east]), std::max(next[west], next[east]));
  }
  float largest = row[west];
  for (int j = first; j <= last; ++j, row += block_columns_)
    for (int i = west; i <= east; ++i) largest = row[i] > largest ? row[i] : largest;
  return largest;
}

double Heightfield::min_x() const { return spec_.west + spec_.cell; }
double Heightfield::max_x() const { return spec_.west + (spec_.columns - 2) * spec_.cell; }
double Heightfield::min_y() const { return spec_.north - (spec_.rows - 2) * spec_.cell; }
double Heightfield::max_y() const { return spec_.north - spec_.cell; }

bool Heightfield::locate(double x, double y, FieldCell& cell) const {
  const double u = (x - spec_.west) / spec_.cell;
  const double v = (spec_.rows - 1) - (spec_.north - y) / spec_.cell;  // counted from the south row
  // written so that NaN is rejected too
  if (!(u >= 1.0 && u <= spec_.columns - 2.0 && v >= 1.0 && v <= spec_.rows - 2.0)) return false;
  // the last cell includes its far edge
  cell.column = std::min(static_cast<int>(u), spec_.columns - 3);
  cell.row_from_south = std::min(static_cast<int>(v), spec_.rows - 3);
  cell.s = u - cell.column;
  cell.t = v - cell.row_from_south;
  return true;
}

void Heightfield::neighbours(const FieldCell& cell, double (&out)[4][4]) const {
  for (int j = 0; j < 4; ++j) {
    const int row = spec_.rows - 1 - (cell.row_from_south - 1 + j);
    const float* first =
        spec_.offsets.data() + static_cast<std::size_t>(row) * spec_.columns + cell.column - 1;
    for (int i = 0; i < 4; ++i) out[j][i] = first[i];
  }
}

bool Heightfield::sample(double x, double y, HeightSample& out) const {
  FieldCell cell;
  if (!locate(x, y, cell)) return false;
  double c[4][4];
  neighbours(cell, c);
  terrain::KeysPatch patch;
  patch.set(c);
  const terrain::PatchValue v = patch.evaluate(cell.s, cell.t);
  out = {spec_.datum + v.p, v.p_s / spec_.cell, v.p_t / spec_.cell};
  return true;
}

}  // namespace grouser
