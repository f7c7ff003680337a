#include "grouser/terrain/outliers.hpp"

#include <fmt/format.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>

#include "grouser/base/error.hpp"
#include "grouser/math/elementary.hpp"

namespace grouser {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr int kSquare = 128;             // in which the scatter is measured, cells
constexpr double kToDeviation = 1.4826;  // median absolute deviation to standard deviation, normal law
constexpr int kSecondLook = 24;          // half widths up to which outliers are judged again one by one

/// Half of the symmetric weights, the middle first.
std::vector<double> half_weights(int half, double sigma) {
  std::vector<double> w;
  for (int k = 0; k <= half; ++k) w.push_back(math::exp(-0.5 * k * k / (sigma * sigma)));
  return w;
}

double total(const std::vector<double>& w) {
  double sum = w[0];
  for (std::size_t k = 1; k < w.size(); ++k) sum += 2.0 * w[k];
  return sum;
}

/// Beyond the window, and where nothing is known, there is no height.
class Field {
 public:
  Field(const HeightWindow& window, const CellRect& area) : area_(area), heights_(area.count(), kNone) {
    const CellRect both = overlap(area, window.place);
    for (int r = both.row; r < both.row + both.rows; ++r)
      for (int c = both.column; c < both.column + both.columns; ++c) {
        const std::size_t i = window.index(c, r);
        if (window.states[i] == CellState::known) at(c, r) = window.heights[i];
      }
  }
  double& at(int column, int row) { return heights_[offset(column, row)]; }
  double at(int column, int row) const { return heights_[offset(column, row)]; }
  const double* row(int r) const { return &heights_[offset(area_.column, r)]; }
  bool contains(int column, int row) const {
    return column >= area_.column && row >= area_.row && column < area_.column + area_.columns &&
           row < area_.row + area_.rows;
  }
  const CellRect& area() const { return area_; }

 private:
  std::size_t offset(int column, int row) const {
    return static_cast<std::size_t>(row - area_.row) * area_.columns + (column - area_.column);
  }
  CellRect area_;
  std::vector<double> heights_;
};

/// One row of a convolution with w x w^T; anything not known under the kernel makes it not a number.
void convolve_row(const Field& field, const CellRect& core, int row, const std::vector<double>& w,
                  std::vector<double>& down, double* out) {
  const int half = static_cast<int>(w.size()) - 1, columns = core.columns + 2 * half;
  const int skip = core.column - half - field.area().column;
  down.resize(columns);
  const double* middle = field.row(row) + skip;
  for (int i = 0; i < columns; ++i) down[i] = w[0] * middle[i];
  for (int k = 1; k <= half; ++k) {
    const double *above = field.row(row - k) + skip, *below = field.row(row + k) + skip;
    for (int i = 0; i < columns; ++i) down[i] += w[k] * (above[i] + below[i]);
  }
  for (int i = 0; i < core.columns; ++i) out[i] = w[0] * down[i + half];
  for (int k = 1; k <= half; ++k)
    for (int i = 0; i < core.columns; ++i) out[i] += w[k] * (down[i + half - k] + down[i + half + k]);
}

class Judge {
 public:
  explicit Judge(const OutlierKernel& kernel)
      : half_(kernel.width / 2),
        hole_half_(kernel.hole / 2),
        weights_(half_weights(half_, kernel.sigma)),
        hole_weights_(weights_.begin(), weights_.begin() + hole_half_ + 1),
        whole_(total(weights_) * total(weights_) - total(hole_weights_) * total(hole_weights_)) {}

  std::vector<double> residuals(const Field& field, const CellRect& core) const {
    std::vector<double> out(core.count()), all(core.columns), hole(core.columns), down;
    for (int j = 0; j < core.rows; ++j) {
      convolve_row(field, core, core.row + j, weights_, down, all.data());
      convolve_row(field, core, core.row + j, hole_weights_, down, hole.data());
      double* line = &out[static_cast<std::size_t>(j) * core.columns];
      for (int i = 0; i < core.columns; ++i) {
        const double height = field.at(core.column + i, core.row + j);
        line[i] = height - (all[i] - hole[i]) / whole_;
        if (std::isnan(line[i]) && !std::isnan(height))
          line[i] = residual(field, core.column + i, core.row + j);
      }
    }
    return out;
  }

  /// Against the plane through what is known under the kernel.
  double residual(const Field& field, int column, int row) const {
    constexpr double kLeastShare = 0.1;  // of the kernel's weight that must be known
    constexpr int kLeastCells = 6;
    const double height = field.at(column, row);
    Eigen::Matrix3d normal = Eigen::Matrix3d::Zero();
    Eigen::Vector3d right = Eigen::Vector3d::Zero();
    int cells = 0;
    for (int dr = -half_; dr <= half_; ++dr)
      for (int dc = -half_; dc <= half_; ++dc) {
        if (std::max(std::abs(dr), std::abs(dc)) <= hole_half_ || !field.contains(column + dc, row + dr))
          continue;
        const double z = field.at(column + dc, row + dr);
        if (std::isnan(z)) continue;
        const double w = weights_[std::abs(dr)] * weights_[std::abs(dc)];
        const Eigen::Vector3d basis(1.0, dc, dr);
        normal += w * basis * basis.transpose();
        right += w * (z - height) * basis;
        ++cells;
      }
    if (cells < kLeastCells || normal(0, 0) < kLeastShare * whole_) return kNone;
    const Eigen::LDLT<Eigen::Matrix3d> factor(normal);
    // neighbours all in one line decide no plane across it: their mean then
    if (factor.vectorD().minCoeff() < 1e-3 * normal(0, 0)) return -right[0] / normal(0, 0);
    return -factor.solve(right)[0];
  }

  int half() const { return half_; }

 private:
  int half_, hole_half_;
  std::vector<double> weights_, hole_weights_;
  double whole_;
};

/// The threshold in each square of the raster that meets `area`.
class Thresholds {
 public:
  Thresholds(const CellRect& area, const std::vector<double>& residuals, const OutlierKernel& kernel)
      : area_(area), left_(square(area.column)), top_(square(area.row)) {
    columns_ = square(area.column + area.columns - 1) - left_ + 1;
    const int rows = square(area.row + area.rows - 1) - top_ + 1;
    values_.assign(static_cast<std::size_t>(columns_) * rows, kernel.threshold);
    if (kernel.roughness_factor == 0.0) return;
    std::vector<float> sizes;
    for (int j = 0; j < rows; ++j)
      for (int i = 0; i < columns_; ++i) {
        sizes.clear();
        const CellRect here = overlap({(left_ + i) * kSquare, (top_ + j) * kSquare, kSquare, kSquare}, area);
        for (int r = here.row; r < here.row + here.rows; ++r)
          for (int c = here.column; c < here.column + here.columns; c += 2) {  // every other one is enough
            const double v =
                residuals[static_cast<std::size_t>(r - area.row) * area.columns + c - area.column];
            if (!std::isnan(v)) sizes.push_back(static_cast<float>(std::fabs(v)));
          }
        if (sizes.empty()) continue;
        const auto middle = sizes.begin() + static_cast<std::ptrdiff_t>(sizes.size() / 2);
        std::nth_element(sizes.begin(), middle, sizes.end());
        double& value = values_[static_cast<std::size_t>(j) * columns_ + i];
        value = std::max(value, kernel.roughness_factor * kToDeviation * *middle);
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

struct Suspect {
  int column, row;
  double size;
};

}  // namespace

OutlierKernel literal_kernel() {
  return {.width = 141, .hole = 71, .sigma = 35.0, .threshold = 0.7, .roughness_factor = 0.0};
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
}

int outlier_halo(const OutlierKernel& k) { return 2 * (k.width / 2); }

std::vector<double> outlier_residuals(const HeightWindow& window, const CellRect& core,
                                      const OutlierKernel& kernel) {
  validate(kernel);
  const Judge judge(kernel);
  return judge.residuals(Field(window, grown(core, judge.half())), core);
}

std::vector<std::uint8_t> find_outliers(const HeightWindow& window, const CellRect& core,
                                        const OutlierKernel& kernel) {
  validate(kernel);
  const Judge judge(kernel);
  const CellRect judged = overlap(grown(core, judge.half()), window.place);
  Field field(window, grown(judged, judge.half()));
  const std::vector<double> residuals = judge.residuals(field, judged);
  const Thresholds thresholds(judged, residuals, kernel);
  std::vector<Suspect> suspects;
  std::size_t i = 0;
  for (int r = judged.row; r < judged.row + judged.rows; ++r)
    for (int c = judged.column; c < judged.column + judged.columns; ++c, ++i)
      if (std::fabs(residuals[i]) > thresholds.at(c, r)) suspects.push_back({c, r, std::fabs(residuals[i])});
  std::stable_sort(suspects.begin(), suspects.end(),
                   [](const Suspect& a, const Suspect& b) { return a.size > b.size; });
  std::vector<std::uint8_t> found(core.count(), 0);
  for (const Suspect& s : suspects) {
    if (judge.half() <= kSecondLook) {
      // where hardly a neighbour is left the first verdict stands
      const double again = judge.residual(field, s.column, s.row);
      if (std::fabs(again) <= thresholds.at(s.column, s.row)) continue;
      field.at(s.column, s.row) = kNone;
    }
    if (s.column >= core.column && s.row >= core.row && s.column < core.column + core.columns &&
        s.row < core.row + core.rows)
      found[static_cast<std::size_t>(s.row - core.row) * core.columns + s.column - core.column] = 1;
  }
  return found;
}

}  // namespace grouser
