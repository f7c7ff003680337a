// SPDX-License-Identifier: BSD-3-Clause
// Maximum likelihood of length and noise of a Matern 3/2 process, with the variance at its most likely value
// (Rasmussen & Williams 2006, section 5.4). BFGS on the logarithms, with exact derivatives: first on few
// samples from the best of six places, then on all samples. Each evaluation costs about n^3 operations.
#include "grouser/survey/clean/matern_fit.hpp"

#include <fmt/format.h>

#include <Eigen/Dense>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "grouser/base/error.hpp"
#include "grouser/math/elementary.hpp"
#include "matern_level.hpp"

namespace grouser {
namespace {

using Eigen::Vector2d;

constexpr int kCoarse = 250;       // samples of the first search, an eighth of the work or less
constexpr double kFlat = 1e-14;    // variance over squared height below which ground is flat to rounding
constexpr double kLongStep = 1.5;  // of a logarithm, per iteration

/// The samples with their least-squares plane subtracted.
HeightSamples without_plane(const HeightSamples& samples) {
  const int n = samples.count();
  Eigen::MatrixXd h(n, 3);
  const double mean_x = Eigen::Map<const Eigen::VectorXd>(samples.x.data(), n).mean();
  const double mean_y = Eigen::Map<const Eigen::VectorXd>(samples.y.data(), n).mean();
  for (int i = 0; i < n; ++i) h.row(i) << 1.0, samples.x[i] - mean_x, samples.y[i] - mean_y;
  Eigen::Map<const Eigen::VectorXd> z(samples.height.data(), n);
  const Eigen::VectorXd rest = z - h * h.colPivHouseholderQr().solve(z).eval();
  HeightSamples out = samples;
  out.height.assign(rest.data(), rest.data() + n);
  return out;
}

/// Every k-th sample, so that at most `most` remain.
std::vector<HeightSamples> thinned(const std::vector<HeightSamples>& groups, int most) {
  int total = 0;
  for (const HeightSamples& g : groups) total += g.count();
  const int step = (total + most - 1) / most;
  std::vector<HeightSamples> out;
  for (const HeightSamples& g : groups) {
    HeightSamples& few = out.emplace_back();
    for (int i = 0; i < g.count(); i += step) few.add(g.x[i], g.y[i], g.height[i]);
  }
  return out;
}

/// A place of the search with its loss (minus the log likelihood), the loss's gradient, and the variance, m2.
struct Point {
  Vector2d at;  // log length, log noise
  double loss = std::numeric_limits<double>::infinity();
  Vector2d slope = Vector2d::Zero();
  double variance = 0.0;
};

/// Minimises the loss summed over groups of samples, between bounds of the logarithms.
class Search {
 public:
  Search(const std::vector<HeightSamples>& groups, const MaternBounds& b, const Workers& workers)
      : groups_(groups),
        workers_(workers),
        low_(math::log(b.least_length), math::log(b.least_noise)),
        high_(math::log(b.most_length), math::log(b.most_noise)) {}

  /// The loss at a place, moved into the bounds; infinite where the covariance is singular.
  Point evaluate(const Vector2d& wanted) {
    Point p;
    p.at = wanted.cwiseMax(low_).cwiseMin(high_);
    p.loss = 0.0;
    int count = 0;
    for (const HeightSamples& g : groups_) {
      workers_.go_on();
      const ProfileLikelihood l = profile_likelihood(g, math::exp(p.at[0]), math::exp(p.at[1]));
      if (!std::isfinite(l.value)) return {p.at};
      p.loss -= l.value;
      p.slope -= Vector2d(l.by_log_length, l.by_log_noise);
      p.variance += g.count() * l.variance;
      count += g.count();
    }
    p.variance /= count;
    ++evaluations_;
    return p;
  }

  /// BFGS (Nocedal & Wright 2006, eq. 6.17) kept within the bounds: a coordinate that is pushed against its
  /// bound stays there for the step.
  Point descend(Point p) {
    constexpr double kFirstStep = 0.5;  // of either logarithm: their slopes differ by orders of magnitude
    // The first step in each coordinate is half a unit of its logarithm, whatever its slope.
    Eigen::Matrix2d inverse = (kFirstStep * p.slope.cwiseAbs().cwiseMax(1e-3).cwiseInverse()).asDiagonal();
    for (int iteration = 0; iteration < kMostIterations; ++iteration) {
      const Vector2d free = inner_slope(p);
      if (free.norm() < kEnough) break;
      Vector2d step = -inverse * free;
      for (int k = 0; k < 2; ++k)
        if (free[k] == 0.0) step[k] = 0.0;
      // Not a direction of descent: start over with the steepest one.
      if (step.dot(free) >= 0.0) step = -free / free.norm(), inverse.setIdentity();
      step *= std::min(1.0, kLongStep / step.lpNorm<Eigen::Infinity>());
      const Point next = walk(p, step);
      if (!(next.loss < p.loss)) break;
      update(inverse, next.at - p.at, next.slope - p.slope);
      const double gained = p.loss - next.loss;
      p = next;
      if (gained < kGained) break;
    }
    return p;
  }
  int evaluations() const { return evaluations_; }

 private:
  static constexpr int kMostIterations = 40;
  // Converged below this d(log likelihood)/d(log parameter): far below its curvature, ~n
  static constexpr double kEnough = 1e-3;
  static constexpr double kGained = 1e-6;

  /// The gradient without components that press against a bound.
  Vector2d inner_slope(const Point& p) const {
    Vector2d s = p.slope;
    for (int k = 0; k < 2; ++k)
      if ((p.at[k] <= low_[k] && s[k] > 0.0) || (p.at[k] >= high_[k] && s[k] < 0.0)) s[k] = 0.0;
    return s;
  }
  /// Halves a step until it satisfies Armijo's condition; returns the last trial if none does.
  Point walk(const Point& p, const Vector2d& step) {
    constexpr double kArmijo = 1e-4;
    constexpr int kHalvings = 12;
    double share = 1.0;
    Point next;
    for (int k = 0; k < kHalvings; ++k, share *= 0.5) {
      next = evaluate(p.at + share * step);
      if (next.loss <= p.loss + kArmijo * p.slope.dot(next.at - p.at)) return next;
    }
    return next;
  }
  /// BFGS update of the inverse Hessian from a step s and the change y of the gradient.
  static void update(Eigen::Matrix2d& inverse, const Vector2d& s, const Vector2d& y) {
    const double sy = s.dot(y);
    if (sy <= 1e-12) {  // wrong sign of curvature: take longer steps along it, to leave this region
      constexpr double kLonger = 3.0;
      const Vector2d along = s.normalized();
      inverse += (kLonger - 1.0) * along.dot(inverse * along) * along * along.transpose();
      return;
    }
    const Eigen::Matrix2d left = Eigen::Matrix2d::Identity() - s * y.transpose() / sy;
    inverse = left * inverse * left.transpose() + s * s.transpose() / sy;
  }

  const std::vector<HeightSamples>& groups_;
  const Workers& workers_;
  Vector2d low_, high_;
  int evaluations_ = 0;
};

}  // namespace

// With the variance at its most likely value, s = y^T R^-1 y / n:
//   L = -n/2 (log(2 pi s) + 1) - log det(R) / 2
//   dL/dq = (w^T dR w / s - tr(R^-1 dR)) / 2,   w = R^-1 y   (R&W eq. 5.9)
//   dR/d(log l) = a^2 e^-a,   dR/d(log noise) = noise I
ProfileLikelihood profile_likelihood(const HeightSamples& samples, double length, double noise) {
  const int n = samples.count(), padded = matern::padded(n);
  const matern::Functions& functions = matern::functions();
  const double rate = std::numbers::sqrt3 / length;
  std::vector<double> x = samples.x, y = samples.y;
  x.resize(padded, 0.0), y.resize(padded, 0.0);
  // R and its Cholesky factor.
  Eigen::MatrixXd r(padded, n);
  for (int j = 0; j < n; ++j) {
    functions.correlations(x.data(), y.data(), padded, x[j], y[j], rate, &r(0, j));
    r(j, j) = 1.0 + noise;
  }
  const Eigen::LLT<Eigen::MatrixXd> factor(r.topRows(n));
  ProfileLikelihood out;
  out.value = -std::numeric_limits<double>::infinity();
  if (factor.info() != Eigen::Success) return out;
  const Eigen::Map<const Eigen::VectorXd> height(samples.height.data(), n);
  // Variance and likelihood.
  const Eigen::VectorXd w = factor.solve(height);
  out.variance = height.dot(w) / n;
  if (!(out.variance > 0.0)) return out;
  out.value = -0.5 * n * (math::log(2.0 * std::numbers::pi * out.variance) + 1.0);
  for (int i = 0; i < n; ++i) out.value -= math::log(factor.matrixLLT()(i, i));

  Eigen::MatrixXd inverse = Eigen::MatrixXd::Identity(n, n);  // R^-1 = L^-T L^-1
  factor.matrixL().solveInPlace(inverse);
  const double trace = inverse.squaredNorm();
  Eigen::MatrixXd full = Eigen::MatrixXd::Zero(n, n);
  full.selfadjointView<Eigen::Lower>().rankUpdate(inverse.transpose());
  // w^T dR w / s - tr(R^-1 dR), summed over the lower triangle.
  double by_length = 0.0;
  for (int j = 0; j < n; ++j)
    for (int i = j + 1; i < n; ++i) {
      const double a = rate * std::sqrt((x[i] - x[j]) * (x[i] - x[j]) + (y[i] - y[j]) * (y[i] - y[j]));
      const double slope = a * a / (1.0 + a) * r(i, j);
      by_length += slope * (w[i] * w[j] / out.variance - full(i, j));
    }
  out.by_log_length = by_length;  // both triangles, halved
  out.by_log_noise = 0.5 * noise * (w.squaredNorm() / out.variance - trace);
  return out;
}

MaternFit fit_matern(const std::vector<HeightSamples>& groups, const MaternBounds& bounds,
                     const Workers& workers) {
  std::vector<HeightSamples> level;
  // Subtract a plane from each group; squares and heights show whether the ground is flat to rounding.
  int count = 0;
  double square = 0.0, height = 0.0;
  for (const HeightSamples& g : groups) {
    if (g.count() < 4) continue;  // a plane uses up three samples
    level.push_back(without_plane(g));
    count += g.count();
    for (double z : level.back().height) square += z * z;
    for (double z : g.height) height = std::max(height, std::fabs(z));
  }
  if (count < 8)
    throw InputError("kriging", fmt::format("{} known cells", count), "at least 8 to learn from");
  MaternFit fit;
  if (!(square / count > kFlat * height * height)) {
    fit.params = {0.0, bounds.least_length, bounds.least_noise};
    return fit;
  }
  // A coarse search from several places, then all samples from the best of them.
  const std::vector<HeightSamples> few = thinned(level, kCoarse);
  Search coarse(few, bounds, workers);
  Point best;
  for (const double length : {5.0, 40.0, 300.0})
    for (const double noise : {1e-5, 1e-2}) {
      const Point start = coarse.evaluate({math::log(length), math::log(noise)});
      if (start.loss < best.loss) best = start;
    }
  best = coarse.descend(best);
  Search fine(level, bounds, workers);
  best = fine.descend(fine.evaluate(best.at));
  if (!std::isfinite(best.loss)) throw InputError("kriging", "heights that no covariance fits", "terrain");
  fit.params = {best.variance, math::exp(best.at[0]), math::exp(best.at[1])};
  fit.log_likelihood = -best.loss;
  fit.evaluations = coarse.evaluations() + fine.evaluations();
  return fit;
}

}  // namespace grouser
