// SPDX-License-Identifier: BSD-3-Clause
// Strips are read in an order that spreads over the map (spread_order()), and each strip adds to the blocks
// of the thumbnail and to the statistics. A map of more than kQuickCells cells is surveyed by an overview.
#include "desks/terrain/map_survey.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "grouser/base/error.hpp"

namespace grouser::desktop {
namespace {

constexpr int kThumbnailSide = 1024;           // blocks at most
constexpr long long kQuickCells = 64'000'000;  // a larger map is surveyed by an overview of at most this size
constexpr int kStripRows = 256;                // a row of a file's tiles
constexpr int kFirstPass = 16;                 // every so many strips are read first
constexpr double kBetweenLooks = 1.0 / 8.0;    // part of the map from one picture to the next

/// Numbers from 0 to count - 1: every 16th first, then those halfway between, and so on.
std::vector<int> spread_order(int count) {
  std::vector<int> order;
  std::vector<bool> taken(count, false);
  for (int step = kFirstPass; step >= 1; step /= 2)
    for (int k = step / 2; k < count; k += step)
      if (!taken[k]) taken[k] = true, order.push_back(k);
  for (int k = 0; k < count; ++k)
    if (!taken[k]) order.push_back(k);
  return order;
}

/// One pass over a level of a raster. The thumbnail has at most kThumbnailSide blocks on a side.
class Survey {
 public:
  Survey(RasterSource& source, int level)
      : source_(source), level_(level), size_(source.info().levels.at(level)) {
    int stride = 1;
    while (blocks_(std::max(size_.columns, size_.rows), stride) > kThumbnailSide) stride *= 2;
    stride_ = stride;
    out_.columns = blocks_(size_.columns, stride);
    out_.rows = blocks_(size_.rows, stride);
    // in cells of the map; overviews are powers of two of it, nearly
    out_.stride = stride * static_cast<int>(std::lround(static_cast<double>(source.info().columns) /
                                                        static_cast<double>(size_.columns)));
    out_.heights.assign(static_cast<std::size_t>(out_.columns) * out_.rows,
                        std::numeric_limits<float>::quiet_NaN());
    out_.whole.assign(out_.heights.size(), 0);
    rows_at_once_ = std::max(kStripRows, stride);
    strips_ = (size_.rows + rows_at_once_ - 1) / rows_at_once_;
    read_.assign(strips_, false);
    found_.level = level;
    found_.cells = static_cast<long long>(size_.columns) * size_.rows;
  }

  /// Reads all strips; throws RunError when `go_on` wants no more. Returns the statistics of all cells.
  RasterSurvey run(const std::function<bool(const Thumbnail&)>& go_on) {
    double next_look = 0.0;
    int done = 0;
    for (const int strip : spread_order(strips_)) {
      add_strip(strip);
      out_.done = static_cast<double>(++done) / strips_;
      // Pictures are handed over once the first pass is done, then each eighth of the map.
      if (out_.done < std::max(next_look, 1.0 / kFirstPass) && done < strips_) {
        if (!go_on({})) throw RunError("stopped");
        continue;
      }
      next_look = out_.done + kBetweenLooks;
      if (!go_on(shown())) throw RunError("stopped");
    }
    found_.lowest = low_ <= high_ ? low_ : 0.0;
    found_.highest = low_ <= high_ ? high_ : 0.0;
    return found_;
  }

 private:
  static int blocks_(int cells, int stride) { return (cells + stride - 1) / stride; }

  /// Adds a strip to blocks and statistics.
  void add_strip(int strip) {
    const int first = strip * rows_at_once_;
    const CellRect r{0, first, size_.columns, std::min(rows_at_once_, size_.rows - first)};
    // cells of a wide map a few rows at a time, whole rows of blocks each
    constexpr long long kCells = 8'000'000;
    const int some = std::max(stride_, static_cast<int>(kCells / r.columns) / stride_ * stride_);
    for (int row = 0; row < r.rows; row += some) {
      const CellRect part{0, first + row, r.columns, std::min(some, r.rows - row)};
      cells_.resize(part.count());
      source_.read_level(level_, part, cells_);
      for (int j = 0; j < part.rows; j += stride_) add_blocks(part, j);
    }
    read_[strip] = true;
  }

  /// Adds one row of blocks, from row j of the cells that were read.
  void add_blocks(const CellRect& part, int j) {
    sums_.assign(out_.columns, 0.0), known_.assign(out_.columns, 0);
    const int end = std::min(j + stride_, part.rows);
    for (int row = j; row < end; ++row) {
      const float* z = cells_.data() + static_cast<std::size_t>(row) * part.columns;
      for (int b = 0, i = 0; b < out_.columns; ++b)
        for (const int last = std::min(i + stride_, part.columns); i < last; ++i) add_cell(z[i], b);
    }
    float* out = out_.heights.data() + static_cast<std::size_t>((part.row + j) / stride_) * out_.columns;
    std::uint8_t* whole = out_.whole.data() + (out - out_.heights.data());
    const int half = (end - j) * stride_ / 2;
    // A block gets the mean of its heights if about half of its cells have one; cells of a cut block count
    // as they are.
    for (int b = 0; b < out_.columns; ++b) {
      whole[b] = known_[b] == std::min(stride_, size_.columns - b * stride_) * (end - j);
      if (known_[b] > 0 && known_[b] >= std::min(half, (size_.columns - b * stride_) * (end - j) / 2))
        out[b] = static_cast<float>(sums_[b] / known_[b]);
    }
  }
  /// Adds a cell to its block and to the statistics; NaN counts as a void.
  void add_cell(float z, int block) {
    if (std::isnan(z)) {
      ++found_.voids;
      return;
    }
    sums_[block] += z, ++known_[block];
    found_.lowest_few.add(z), found_.highest_few.add(z);
    if (z > high_) high_ = z;
    if (z > low_) return;
    if (z < low_) low_ = z, found_.at_lowest = 0;
    ++found_.at_lowest;
  }

  /// The thumbnail, with the nearest row of the nearest strip in place of parts that are not read yet.
  Thumbnail shown() const {
    Thumbnail t = out_;
    const int rows = rows_at_once_ / stride_;
    for (int s = 0; s < strips_; ++s) {
      int near = s;
      for (int d = 1; !read_[near] && d < strips_; ++d)
        near = s - d >= 0 && read_[s - d] ? s - d : s + d < strips_ && read_[s + d] ? s + d : near;
      if (near == s) continue;
      for (int j = 0; j < rows && s * rows + j < t.rows; ++j) {
        const int from = std::min(near * rows + (near < s ? rows - 1 : 0), t.rows - 1);
        std::copy_n(out_.heights.begin() + static_cast<std::ptrdiff_t>(from) * t.columns, t.columns,
                    t.heights.begin() + static_cast<std::ptrdiff_t>(s * rows + j) * t.columns);
      }
    }
    t.scale = scale_of(t.heights, t.columns, t.stride);
    return t;
  }

  RasterSource& source_;
  int level_;
  RasterLevel size_;
  int stride_ = 1, rows_at_once_ = 1, strips_ = 1;
  Thumbnail out_;
  std::vector<bool> read_;
  RasterSurvey found_;
  float low_ = std::numeric_limits<float>::infinity(), high_ = -low_;
  std::vector<float> cells_;
  std::vector<double> sums_;
  std::vector<int> known_;
};

/// Facts without heights. Throws InputError where the raster has no heights.
MapFacts facts_of(const RasterSource& source) {
  MapFacts facts;
  facts.info = source.info();
  require_heights(facts.info);
  // An unknown coordinate system is no fault: a note says so.
  if (facts.info.transform && !facts.info.crs.empty()) {
    try {
      facts.frame = std::make_shared<const MapFrame>(facts.info.crs, facts.info.path);
    } catch (const InputError&) {  // a note says so: the heights are there all the same
    }
  }
  const MapFrame* frame = facts.frame.get();
  facts.cell = cell_size(facts.info, frame);
  facts.body = !frame ? "not stated" : frame->body() ? frame->body()->name : "unknown";
  facts.map_words = frame ? frame->words() : "none";
  facts.vertical_reference = vertical_system(facts.info.crs);
  return facts;
}

}  // namespace

std::string vertical_system(const std::string& crs) {
  // Both spellings of WKT: VERT_CS of version 1, VERTCRS of version 2.
  for (const char* word : {"VERT_CS[\"", "VERTCRS[\""}) {
    const auto at = crs.find(word);
    if (at == std::string::npos) continue;
    const auto begin = at + std::string(word).size();
    return crs.substr(begin, crs.find('"', begin) - begin);
  }
  return "";
}

MapFacts describe_map(const std::string& path) { return facts_of(RasterSource(path)); }

MapFacts survey_map(const std::string& path, const std::function<bool(const Thumbnail&)>& go_on) {
  RasterSource source(path);
  MapFacts facts = facts_of(source);
  facts.survey = Survey(source, level_within(facts.info, kQuickCells)).run(go_on);
  facts.notes = raster_notes(facts.info, facts.frame.get(), facts.survey);
  return facts;
}

}  // namespace grouser::desktop
