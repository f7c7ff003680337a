// SPDX-License-Identifier: BSD-3-Clause
// Spikes in two looks. First every cell whose residual exceeds the threshold of its square of 128 x 128 cells
// is a suspect. Then suspects are judged again, the largest first, against neighbours without the spikes
// found so far: a spike spoils the residuals around it.
#include "grouser/survey/clean/outliers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "grouser/base/error.hpp"
#include "outlier_judge.hpp"
#include "robust_scatter.hpp"

namespace grouser {

using terrain::KernelField;
using terrain::OutlierJudge;

namespace {

constexpr int kSquare = 128;     // side of the squares in which the scatter is measured, cells
constexpr int kSecondLook = 24;  // half widths up to which outliers are judged again one by one

/// The threshold in each square of the raster that overlaps `area`.
class Thresholds {
 public:
  Thresholds(const CellRect& area, const std::vector<double>& residuals, const OutlierKernel& kernel)
      : area_(area), left_(square(area.column)), top_(square(area.row)) {
    columns_ = square(area.column + area.columns - 1) - left_ + 1;
    const int rows = square(area.row + area.rows - 1) - top_ + 1;
    values_.assign(static_cast<std::size_t>(columns_) * rows, kernel.threshold);
    if (kernel.roughness_factor == 0.0) return;
    RobustScatter scatter;
    for (int j = 0; j < rows; ++j)
      for (int i = 0; i < columns_; ++i) {
        scatter.clear();
        const CellRect here = overlap({(left_ + i) * kSquare, (top_ + j) * kSquare, kSquare, kSquare}, area);
        for (int r = here.row; r < here.row + here.rows; ++r)
          for (int c = here.column; c < here.column + here.columns; c += 2)  // every other one is enough
            scatter.add(residuals[static_cast<std::size_t>(r - area.row) * area.columns + c - area.column]);
        double& value = values_[static_cast<std::size_t>(j) * columns_ + i];
        value = std::max(value, kernel.roughness_factor * scatter.deviation());
      }
  }
  double at(int column, int row) const {
    return values_[static_cast<std::size_t>(square(row) - top_) * columns_ + square(column) - left_];
  }

 private:
  static int square(int at) { return at >= 0 ? at / kSquare : -((-at + kSquare - 1) / kSquare); }
  CellRect area_;
  int left_, top_, columns_ = 0;
  std::vector<double> values_;
};

/// A cell whose residual is above the threshold. size: of the residual, m.
struct Suspect {
  int column, row;
  double size;
};

}  // namespace

// The kernel as published, with one threshold for the whole raster.
OutlierKernel literal_kernel() {
  return {
      .width = 141, .hole = 71, .sigma = 35.0, .threshold = 0.7, .roughness_factor = 0.0, .near_factor = 0.0};
}

void validate(const OutlierKernel& k) {
  if (k.width < 3 || k.width > 501 || k.width % 2 == 0)
    throw InputError("kernel width", fmt::format("{} cells", k.width), "an odd number from 3 to 501");
  if (k.hole < 1 || k.hole >= k.width || k.hole % 2 == 0)
    throw InputError("kernel hole", fmt::format("{} cells", k.hole), "an odd number below the width");
  if (!(k.sigma >= 0.3 && k.sigma <= 1000.0))
    throw InputError("kernel sigma", fmt::format("{} cells", k.sigma), "0.3 to 1000");
  if (!(k.threshold > 0.0) || !std::isfinite(k.threshold))
    throw InputError("outlier threshold", fmt::format("{} m", k.threshold), "above 0");
  if (!(k.roughness_factor >= 0.0) || !std::isfinite(k.roughness_factor))
    throw InputError("roughness factor", fmt::format("{}", k.roughness_factor), "0 or more");
  if (!(k.near_factor >= 0.0) || !std::isfinite(k.near_factor))
    throw InputError("near roughness factor", fmt::format("{}", k.near_factor), "0 or more");
}

// A verdict needs the cells within reach, whose own verdicts need as much again.
int outlier_halo(const OutlierKernel& k) { return 2 * OutlierJudge(k).reach(); }

std::vector<double> outlier_residuals(const HeightWindow& window, const CellRect& core,
                                      const OutlierKernel& kernel) {
  validate(kernel);
  const OutlierJudge judge(kernel);
  return judge.residuals(KernelField(window, grown(core, judge.half())), core);
}

std::vector<std::uint8_t> find_outliers(const HeightWindow& window, const CellRect& core,
                                        const OutlierKernel& kernel) {
  validate(kernel);
  const OutlierJudge judge(kernel);
  // Judge cells beyond the core as well: their spikes affect those of the core.
  const CellRect judged = overlap(grown(core, judge.reach()), window.place);
  KernelField field(window, grown(judged, judge.reach()));
  const std::vector<double> residuals = judge.residuals(field, judged);
  const Thresholds thresholds(judged, residuals, kernel);
  std::vector<Suspect> suspects;
  std::size_t i = 0;
  for (int r = judged.row; r < judged.row + judged.rows; ++r)
    for (int c = judged.column; c < judged.column + judged.columns; ++c, ++i)
      if (std::fabs(residuals[i]) > thresholds.at(c, r)) suspects.push_back({c, r, std::fabs(residuals[i])});
  // The largest first.
  std::stable_sort(suspects.begin(), suspects.end(),
                   [](const Suspect& a, const Suspect& b) { return a.size > b.size; });
  std::vector<std::uint8_t> found(core.count(), 0);
  for (const Suspect& s : suspects) {
    if (judge.half() <= kSecondLook) {
      // If hardly any neighbour is left, `again` is NaN and the first verdict stays.
      const double again = judge.residual(field, s.column, s.row);
      if (std::fabs(again) <= thresholds.at(s.column, s.row)) continue;
      // The crest of a crater stands out from its square, but not from the crest beside it.
      if (kernel.roughness_factor > 0.0 && kernel.near_factor > 0.0 &&
          std::fabs(again) <= kernel.near_factor * judge.scatter_near(field, s.column, s.row))
        continue;
      // A spike counts as unknown for the suspects that follow.
      field.at(s.column, s.row) = std::numeric_limits<double>::quiet_NaN();
    }
    if (s.column >= core.column && s.row >= core.row && s.column < core.column + core.columns &&
        s.row < core.row + core.rows)
      found[static_cast<std::size_t>(s.row - core.row) * core.columns + s.column - core.column] = 1;
  }
  return found;
}

}  // namespace grouser
