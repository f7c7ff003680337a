// SPDX-License-Identifier: BSD-3-Clause
// Gaussian process regression (Rasmussen & Williams 2006, algorithm 2.1) with the Matern 3/2 covariance and a
// plane as its trend, fitted by generalised least squares (section 2.7 there). One Cholesky factorisation of
// n^3/3 operations serves means, deviations and the likelihood.
#include "grouser/survey/clean/gaussian_process.hpp"

#include <fmt/format.h>

#include <Eigen/Dense>
#include <cmath>
#include <numbers>

#include "grouser/base/error.hpp"
#include "grouser/math/elementary.hpp"
#include "matern_level.hpp"

namespace grouser {
namespace {

constexpr const char* kPlace = "Gaussian process";

/// Throws InputError unless there are samples, all finite, and valid parameters.
void check(const HeightSamples& samples, const MaternParams& p) {
  const std::size_t n = samples.x.size();
  if (n == 0 || samples.y.size() != n || samples.height.size() != n)
    throw InputError(kPlace, fmt::format("{}, {} and {} numbers", n, samples.y.size(), samples.height.size()),
                     "x, y and height of at least one sample");
  if (!(p.variance > 0.0 && p.length > 0.0 && p.noise >= 0.0) || !std::isfinite(p.variance) ||
      !std::isfinite(p.length) || !std::isfinite(p.noise))
    throw InputError(kPlace, fmt::format("variance {}, length {}, noise {}", p.variance, p.length, p.noise),
                     "variance and length above 0, noise 0 or more");
  for (std::size_t i = 0; i < n; ++i)
    if (!std::isfinite(samples.x[i]) || !std::isfinite(samples.y[i]) || !std::isfinite(samples.height[i]))
      throw InputError(kPlace, "a sample that is no finite number", "finite coordinates and heights");
}

}  // namespace

double matern_correlation(double distance, double length) {
  const double a = std::numbers::sqrt3 * distance / length;
  return (1.0 + a) * math::exp(-a);
}

// Everything below is in units of the variance: R = correlations + noise I. The coordinates of the plane are
// scaled by the extent of the samples, so that its normal equations are well conditioned.
struct GaussianProcess::Part {
  MaternParams params;
  int count = 0, padded = 0, columns = 0;  // columns of the trend: 0 or 3
  std::vector<double> x, y, weights;       // filled up to whole registers
  double middle_x = 0.0, middle_y = 0.0, extent = 1.0;
  Eigen::LLT<Eigen::MatrixXd> factor;        // of R
  Eigen::MatrixXd whitened_trend;            // L^-1 H, n x 3
  Eigen::LLT<Eigen::Matrix3d> trend_factor;  // of H^T R^-1 H
  Eigen::Vector3d plane = Eigen::Vector3d::Zero();
  double quadratic = 0.0;  // r^T R^-1 r, with r the residual of the plane
  const matern::Functions* functions = &matern::functions();

  /// sqrt(3) / length, per cell.
  double rate() const { return std::numbers::sqrt3 / params.length; }
  /// The plane's basis at a place: 1 and both coordinates, centred and scaled.
  Eigen::Vector3d basis(double at_x, double at_y) const {
    return {1.0, (at_x - middle_x) / extent, (at_y - middle_y) / extent};
  }

  /// Takes the samples' coordinates relative to the middle of their extent.
  void place(const HeightSamples& samples) {
    count = samples.count();
    padded = matern::padded(count);
    x = samples.x, y = samples.y;
    const auto [low_x, high_x] = std::minmax_element(x.begin(), x.end());
    const auto [low_y, high_y] = std::minmax_element(y.begin(), y.end());
    extent = std::max({*high_x - *low_x, *high_y - *low_y, 1e-300});
    middle_x = 0.5 * (*low_x + *high_x), middle_y = 0.5 * (*low_y + *high_y);
    // Only differences of coordinates matter, so the numbers are kept small.
    for (double& v : x) v -= middle_x;
    for (double& v : y) v -= middle_y;
    x.resize(padded, 0.0), y.resize(padded, 0.0);
  }

  /// R and its Cholesky factor; throws InputError if two samples coincide without noise.
  void factorise() {
    Eigen::MatrixXd r(padded, count);  // column by column, each with room for whole registers
    for (int j = 0; j < count; ++j) {
      const int from = j / matern::kLanes * matern::kLanes;  // the lower triangle is enough
      functions->correlations(&x[from], &y[from], padded - from, x[j], y[j], rate(), &r(from, j));
      r(j, j) = 1.0 + params.noise;
    }
    factor.compute(r.topRows(count));
    if (factor.info() != Eigen::Success)
      throw InputError(kPlace, fmt::format("{} samples with a singular covariance", count),
                       "no two samples at one place, or noise above 0");
  }

  /// The plane, and the weights of the samples in the mean.
  void solve(const std::vector<double>& height) {
    Eigen::VectorXd whitened = Eigen::Map<const Eigen::VectorXd>(height.data(), count);
    factor.matrixL().solveInPlace(whitened);
    if (columns > 0) {
      whitened_trend.resize(count, columns);
      for (int i = 0; i < count; ++i) whitened_trend.row(i) << 1.0, x[i] / extent, y[i] / extent;
      factor.matrixL().solveInPlace(whitened_trend);
      // Normal equations of the whitened trend: H^T R^-1 H.
      Eigen::Matrix3d normal = whitened_trend.transpose() * whitened_trend;
      // Points on a line, or fewer than three of them, leave the slope across undetermined: it becomes as
      // small as possible.
      normal.diagonal() += 1e-10 * normal.trace() * Eigen::Vector3d::Ones();
      trend_factor.compute(normal);
      plane = trend_factor.solve(whitened_trend.transpose() * whitened);
      whitened -= whitened_trend * plane;
    }
    // Weights R^-1 r of the residual r, filled up with zeros to whole registers.
    quadratic = whitened.squaredNorm();
    factor.matrixU().solveInPlace(whitened);
    weights.assign(whitened.data(), whitened.data() + count);
    weights.resize(padded, 0.0);
  }
};

GaussianProcess::GaussianProcess(const HeightSamples& samples, const MaternParams& params, ProcessTrend trend)
    : part_(std::make_unique<Part>()) {
  check(samples, params);
  part_->params = params;
  part_->columns = trend == ProcessTrend::plane ? 3 : 0;
  part_->place(samples);
  part_->factorise();
  part_->solve(samples.height);
}
GaussianProcess::~GaussianProcess() = default;
GaussianProcess::GaussianProcess(GaussianProcess&&) noexcept = default;
GaussianProcess& GaussianProcess::operator=(GaussianProcess&&) noexcept = default;

double GaussianProcess::mean(double x, double y) const {
  const Part& p = *part_;
  const double trend = p.columns > 0 ? p.basis(x, y).dot(p.plane) : 0.0;
  return trend + p.functions->weighted_sum(p.x.data(), p.y.data(), p.weights.data(), p.padded, x - p.middle_x,
                                           y - p.middle_y, p.rate());
}

void GaussianProcess::deviations(std::span<const double> x, std::span<const double> y,
                                 std::span<double> out) const {
  const Part& p = *part_;
  constexpr int kAtOnce = 64;  // right-hand sides that stay in the cache together
  Eigen::MatrixXd cross(p.padded, kAtOnce);
  for (std::size_t from = 0; from < x.size(); from += kAtOnce) {
    // Share of the variance that the samples leave, plus that of the plane's own uncertainty (R&W eq. 2.42).
    const int here = static_cast<int>(std::min<std::size_t>(kAtOnce, x.size() - from));
    for (int k = 0; k < here; ++k)
      p.functions->correlations(p.x.data(), p.y.data(), p.padded, x[from + k] - p.middle_x,
                                y[from + k] - p.middle_y, p.rate(), &cross(0, k));
    auto v = cross.topLeftCorner(p.count, here);
    p.factor.matrixL().solveInPlace(v);
    for (int k = 0; k < here; ++k) {
      double share = 1.0 - v.col(k).squaredNorm();
      if (p.columns > 0) {
        const Eigen::Vector3d lacking =
            p.basis(x[from + k], y[from + k]) - p.whitened_trend.transpose() * v.col(k);
        share += lacking.dot(p.trend_factor.solve(lacking));
      }
      out[from + k] = std::sqrt(std::max(share, 0.0) * p.params.variance);
    }
  }
}

double GaussianProcess::log_marginal_likelihood() const {
  const Part& p = *part_;
  double log_root = 0.0;  // log det L
  for (int i = 0; i < p.count; ++i) log_root += math::log(p.factor.matrixLLT()(i, i));
  return -0.5 * p.quadratic / p.params.variance - log_root -
         0.5 * p.count * math::log(2.0 * std::numbers::pi * p.params.variance);
}

double GaussianProcess::likeliest_variance() const { return part_->quadratic / part_->count; }

}  // namespace grouser
