// SPDX-License-Identifier: BSD-3-Clause
// Surveys a raster in one pass over strips: voids and holes, extreme heights, and a small picture of means.
// Memory is bounded by a strip and two rows of voids.
#include "grouser/survey/raster/raster_survey.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "grouser/base/error.hpp"
#include "void_regions.hpp"

namespace grouser {
namespace {

constexpr long long kStripCells = 4'000'000;  // read at once, 16 MB
constexpr int kStripRows = 256;               // a row of tiles
constexpr long long kLeastAtOnce = 1 << 16;   // read at once where rows are short

// Means over square blocks of cells, one row of blocks at a time.
class Picture {
 public:
  Picture(const RasterLevel& size, int side) {
    factor_ = (std::max(size.columns, size.rows) + side - 1) / side;
    columns_ = (size.columns + factor_ - 1) / factor_;
    rows_ = (size.rows + factor_ - 1) / factor_;
    sum_.assign(columns_, 0.0);
    count_.assign(columns_, 0);
    values_.reserve(static_cast<std::size_t>(columns_) * rows_);
  }
  void add_row(const float* heights, int columns) {
    for (int i = 0, block = 0, inside = 0; i < columns; ++i) {
      if (!std::isnan(heights[i])) sum_[block] += heights[i], ++count_[block];
      if (++inside == factor_) inside = 0, ++block;
    }
    if (++added_ == factor_) close_row();
  }
  /// Closes the last row of blocks, which may be incomplete, and hands over the picture.
  void finish(RasterSurvey& out) {
    if (added_ > 0) close_row();
    out.picture_columns = columns_;
    out.picture_rows = rows_;
    out.picture = std::move(values_);
  }

 private:
  void close_row() {
    for (int i = 0; i < columns_; ++i) {
      values_.push_back(count_[i] > 0 ? static_cast<float>(sum_[i] / count_[i])
                                      : std::numeric_limits<float>::quiet_NaN());
      sum_[i] = 0.0, count_[i] = 0;
    }
    added_ = 0;
  }
  int factor_, columns_, rows_, added_ = 0;
  std::vector<double> sum_;
  std::vector<int> count_;
  std::vector<float> values_;
};

/// Least and greatest heights, the cells at the least one, and the few outermost heights of either side.
class Range {
 public:
  void add_row(const float* heights, int columns) {
    for (int i = 0; i < columns; ++i) {
      const float z = heights[i];
      lowest_.add(z), highest_.add(z);
      if (z > high_) high_ = z;
      if (z > low_ || std::isnan(z)) continue;
      if (z < low_) low_ = z, at_low_ = 0;
      ++at_low_;
    }
  }
  void finish(RasterSurvey& out) const {
    if (!(low_ <= high_)) return;
    out.lowest = low_;
    out.highest = high_;
    out.at_lowest = at_low_;
    out.lowest_few = lowest_, out.highest_few = highest_;
  }

 private:
  float low_ = std::numeric_limits<float>::infinity(), high_ = -low_;
  long long at_low_ = 0;
  ExtremeHeights lowest_{-1}, highest_{1};
};

}  // namespace

// Keeps the outermost heights in order, each with its number of cells.
void ExtremeHeights::insert(float key) {
  int at = 0;
  while (at < count_ && heights_[at].z > key) ++at;
  if (at < count_ && heights_[at].z == key) {
    ++heights_[at].cells;
    return;
  }
  if (std::isnan(key)) return;
  if (count_ < kMost) ++count_;
  for (int i = count_ - 1; i > at; --i) heights_[i] = heights_[i - 1];
  heights_[at] = {key, 1};
}

std::vector<ExtremeHeights::Height> ExtremeHeights::heights() const {
  std::vector<Height> out(heights_.begin(), heights_.begin() + count_);
  for (Height& h : out) h.z *= sign_;
  return out;
}

RasterSurvey survey_raster(RasterSource& source, const SurveyOptions& options) {
  const RasterLevel size = source.info().levels.at(options.level);
  RasterSurvey out;
  out.level = options.level;
  out.cells = static_cast<long long>(size.columns) * size.rows;
  terrain::VoidRegions voids(size.columns, size.rows);
  Range range;
  std::optional<Picture> picture;
  if (options.picture_side > 0) picture.emplace(size, options.picture_side);
  // Strips of whole tiles, or of more rows if these are short.
  const long long most_rows = std::max<long long>(kStripRows, kLeastAtOnce / size.columns);
  const int step = static_cast<int>(std::clamp<long long>(kStripCells / size.columns, 1, most_rows));
  std::vector<float> strip;
  for (int first = 0; first < size.rows; first += step) {
    const CellRect r{0, first, size.columns, std::min(step, size.rows - first)};
    strip.resize(r.count());
    source.read_level(options.level, r, strip);
    for (int j = 0; j < r.rows; ++j) {
      const float* row = strip.data() + static_cast<std::size_t>(j) * r.columns;
      voids.add_row(row);
      range.add_row(row, r.columns);
      if (picture) picture->add_row(row, r.columns);
    }
    if (options.progress && !options.progress(static_cast<double>(first + r.rows) / size.rows))
      throw RunError("stopped");
  }
  voids.finish(out);
  range.finish(out);
  if (picture) picture->finish(out);
  return out;
}

int level_within(const RasterInfo& info, long long cells) {
  int level = 0;
  while (level + 1 < static_cast<int>(info.levels.size()) &&
         static_cast<long long>(info.levels[level].columns) * info.levels[level].rows > cells)
    ++level;
  return level;
}

}  // namespace grouser
