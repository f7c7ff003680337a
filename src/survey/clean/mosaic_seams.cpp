// SPDX-License-Identifier: BSD-3-Clause
// Finds straight steps where a mosaic's pieces meet. Stretches of 32 cells of each line between columns or
// rows are judged by the median and the sign of their steps, against the scatter of all medians; pieces on
// one line are then joined.
#include "grouser/survey/clean/mosaic_seams.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "robust_scatter.hpp"
#include "turned_window.hpp"

namespace grouser {
namespace {

constexpr int kSeamStretch = 32;          // cells of a line that are judged together
constexpr double kLeastKnown = 0.75;      // share of them that must have a step
constexpr std::size_t kLeastOfSeam = 12;  // and so many at least
constexpr double kOneSign = 0.65;         // share of those that must have the sign of their median
constexpr double kAboveScatter = 10.0;    // medians of stretches in their own scatter
constexpr double kAlikeSteps = 3.0;       // greatest ratio of the steps of two pieces of one seam

/// The median, the upper one of an even number; reorders the values. At least one.
double median_of(std::vector<double>& values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// The steps across a line along one stretch of it; all zero if too few are known.
struct SeamStretch {
  double step = 0.0;   // median, m; 0: too few are known
  double share = 0.0;  // of cells that step to the same side
};

/// Searches one direction of a window.
class SeamSearch {
 public:
  SeamSearch(const HeightWindow& window, const CellRect& core, SeamLine line, double least_step)
      : turned_(window, line == SeamLine::along_rows), line_(line), least_(least_step) {
    const bool rows = line == SeamLine::along_rows;
    across_ = rows ? core.row : core.column, acrosses_ = rows ? core.rows : core.columns;
    along_ = rows ? core.column : core.row, alongs_ = rows ? core.columns : core.rows;
  }

  void search(std::vector<MosaicSeam>& found) {
    // The line before the core and the one behind it, too: a step h also makes two of -h/2 beside it.
    const int lines = acrosses_ + 2;
    std::vector<SeamStretch> stretches;
    RobustScatter scatter;
    for (int b = along_; b < along_ + alongs_; b += kSeamStretch)
      for (int a = across_ - 1; a <= across_ + acrosses_; ++a) {
        stretches.push_back(stretch(a, b, last_of(b)));
        if (stretches.back().share > 0.0) scatter.add(stretches.back().step);
      }
    const double least = std::max(least_, kAboveScatter * scatter.deviation());
    // A seam is steep, of one sign, and steeper than the lines beside it.
    const SeamStretch* at = stretches.data();
    for (int b = along_; b < along_ + alongs_; b += kSeamStretch, at += lines)
      for (int k = 1; k <= acrosses_; ++k) {
        const double size = std::fabs(at[k].step);
        if (size > least && at[k].share >= kOneSign && size >= std::fabs(at[k - 1].step) &&
            size > std::fabs(at[k + 1].step))
          found.push_back({line_, across_ + k - 1, b, last_of(b), at[k].step});
      }
  }

 private:
  int last_of(int first) const { return std::min(first + kSeamStretch, along_ + alongs_) - 1; }
  /// Median step of a stretch of a line.
  SeamStretch stretch(int across, int first, int last) {
    steps_.clear();
    for (int b = first; b <= last; ++b)
      if (const double j = turned_.step(across, b); !std::isnan(j)) steps_.push_back(j);
    if (steps_.size() < kLeastOfSeam || static_cast<double>(steps_.size()) < kLeastKnown * (last - first + 1))
      return {};
    SeamStretch found;
    found.step = median_of(steps_);
    const auto same =
        std::count_if(steps_.begin(), steps_.end(), [&](double j) { return j * found.step > 0.0; });
    found.share = static_cast<double>(same) / static_cast<double>(steps_.size());
    return found;
  }

  Turned turned_;
  SeamLine line_;
  double least_;
  int across_, acrosses_, along_, alongs_;
  std::vector<double> steps_;
};

/// Whether b goes on where a ends; one stretch may be missing between them.
bool goes_on(const MosaicSeam& a, const MosaicSeam& b) {
  if (a.line != b.line || a.at != b.at || a.step * b.step <= 0.0) return false;
  const auto [least, most] = std::minmax(std::fabs(a.step), std::fabs(b.step));
  return b.first - a.last - 1 <= kSeamStretch && most <= kAlikeSteps * least;
}

}  // namespace

std::vector<MosaicSeam> find_mosaic_seams(const HeightWindow& window, const CellRect& core,
                                          double least_step) {
  std::vector<MosaicSeam> found;
  for (const SeamLine line : {SeamLine::along_columns, SeamLine::along_rows})
    SeamSearch(window, core, line, least_step).search(found);
  return found;
}

// Pieces in order along each line; the step of a joined seam is the mean weighted with the lengths.
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
