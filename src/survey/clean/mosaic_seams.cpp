// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/survey/clean/mosaic_seams.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "robust_scatter.hpp"
#include "turned_window.hpp"

namespace grouser {
namespace {

constexpr int kStretch = 32;          // cells of a line that are judged together
constexpr double kLeastKnown = 0.75;  // share of them that must have a step
constexpr std::size_t kLeastCells = 12;
constexpr double kOneSign = 0.85;  // share of those that must have the sign of their median
constexpr double kAboveScatter = 6.0;
constexpr double kAlikeSteps = 3.0;  // greatest ratio of the steps of two pieces of one seam

double median_of(std::vector<double>& values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// Searches one direction of a window.
class SeamSearch {
 public:
  SeamSearch(const HeightWindow& window, const CellRect& core, SeamLine line, double least_step)
      : turned_(window, line == SeamLine::along_rows), line_(line) {
    const bool rows = line == SeamLine::along_rows;
    across_ = rows ? core.row : core.column, acrosses_ = rows ? core.rows : core.columns;
    along_ = rows ? core.column : core.row, alongs_ = rows ? core.columns : core.rows;
    RobustScatter scatter;
    for (int a = across_; a < across_ + acrosses_; a += 2)
      for (int b = along_; b < along_ + alongs_; b += 3) scatter.add(turned_.step(a, b));
    least_ = std::max(least_step, kAboveScatter * scatter.deviation());
  }

  void search(std::vector<MosaicSeam>& found) {
    for (int b = along_; b < along_ + alongs_; b += kStretch) {
      const int last = std::min(b + kStretch, along_ + alongs_) - 1;
      double before = step_of(across_ - 1, b, last), here = step_of(across_, b, last);
      for (int a = across_; a < across_ + acrosses_; ++a) {
        const double after = step_of(a + 1, b, last);
        // a step h also makes two of -h/2 beside it
        const double size = std::fabs(here);
        if (size > least_ && size >= std::fabs(before) && size > std::fabs(after))
          found.push_back({line_, a, b, last, here});
        before = here, here = after;
      }
    }
  }

 private:
  /// Median step of a stretch that has one sign; else 0.
  double step_of(int across, int first, int last) {
    steps_.clear();
    for (int b = first; b <= last; ++b)
      if (const double j = turned_.step(across, b); !std::isnan(j)) steps_.push_back(j);
    if (steps_.size() < kLeastCells || static_cast<double>(steps_.size()) < kLeastKnown * (last - first + 1))
      return 0.0;
    const double middle = median_of(steps_);
    const auto same = std::count_if(steps_.begin(), steps_.end(), [&](double j) { return j * middle > 0.0; });
    return static_cast<double>(same) < kOneSign * static_cast<double>(steps_.size()) ? 0.0 : middle;
  }

  Turned turned_;
  SeamLine line_;
  int across_, acrosses_, along_, alongs_;
  double least_ = 0.0;
  std::vector<double> steps_;
};

/// Whether b goes on where a ends; one stretch may be missing between them.
bool goes_on(const MosaicSeam& a, const MosaicSeam& b) {
  if (a.line != b.line || a.at != b.at || a.step * b.step <= 0.0) return false;
  const auto [least, most] = std::minmax(std::fabs(a.step), std::fabs(b.step));
  return b.first - a.last - 1 <= kStretch && most <= kAlikeSteps * least;
}

}  // namespace

std::vector<MosaicSeam> find_mosaic_seams(const HeightWindow& window, const CellRect& core,
                                          double least_step) {
  std::vector<MosaicSeam> found;
  for (const SeamLine line : {SeamLine::along_columns, SeamLine::along_rows})
    SeamSearch(window, core, line, least_step).search(found);
  return found;
}

std::vector<MosaicSeam> joined_seams(std::vector<MosaicSeam> pieces) {
  std::sort(pieces.begin(), pieces.end(), [](const MosaicSeam& a, const MosaicSeam& b) {
    return std::tuple(a.line, a.at, a.first) < std::tuple(b.line, b.at, b.first);
  });
  std::vector<MosaicSeam> seams;
  for (const MosaicSeam& piece : pieces) {
    if (seams.empty() || !goes_on(seams.back(), piece)) {
      seams.push_back(piece);
      continue;
    }
    MosaicSeam& seam = seams.back();
    const double before = seam.cells(), more = piece.cells();
    seam.step = (seam.step * before + piece.step * more) / (before + more);
    seam.last = piece.last;
  }
  std::erase_if(seams, [](const MosaicSeam& s) { return s.cells() < kLeastSeam; });
  std::stable_sort(seams.begin(), seams.end(),
                   [](const MosaicSeam& a, const MosaicSeam& b) { return a.cells() > b.cells(); });
  return seams;
}

}  // namespace grouser
