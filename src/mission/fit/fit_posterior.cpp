// SPDX-License-Identifier: BSD-3-Clause
// The posterior by derivatives (a normal distribution with the Fisher information and the prior's
// precision) or by an ensemble of draws. Unknown noise is integrated out in the latter and leads to
// Student's width in the former.
#include "fit/fit_posterior.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <limits>

#include "grouser/math/elementary.hpp"
#include "grouser/math/random.hpp"
#include "grouser/mission/fit/ensemble_sampler.hpp"
#include "statistics/student_width.hpp"

namespace grouser {
namespace {

constexpr double kPriorPrecision = 12.0;  // one over the variance of a uniform distribution from 0 to 1
constexpr double kSure = 0.95;
constexpr double kNormal95 = 1.959963984540054;
constexpr std::uint64_t kWalkerStream = 0x57414C4B;
constexpr int kTriesToPlace = 200;  // draws until a walker's place has a model
constexpr double kMostStart = 0.2;  // deviation of the walkers' places, in parts of a range

/// Degrees of freedom of the noise, one at least.
int noise_degrees(const FitProblem& problem, const FoundMinimum& minimum) {
  return std::max(1, static_cast<int>(minimum.used.size()) - static_cast<int>(problem.size()));
}

/// Whether the noise of any group was found from its residuals.
bool any_unknown(const FitProblem& problem) {
  return std::any_of(problem.groups().begin(), problem.groups().end(),
                     [](const FitGroup& g) { return !g.known; });
}

/// Logarithm of the posterior but for a constant. The noise of a group that is not known is integrated out
/// over Jeffreys' prior: with n values of it, - n/2 log(sum of squares).
double log_posterior(const FitProblem& problem, const FoundMinimum& minimum, const std::vector<char>& wanted,
                     const VecX& point) {
  constexpr double kNone = -std::numeric_limits<double>::infinity();
  // The prior is uniform inside the ranges.
  if (!((point.array() > 0.0).all() && (point.array() < 1.0).all())) return kNone;
  const VecX predicted = problem.predict_here(point, wanted);
  std::vector<double> squares(problem.groups().size(), 0.0), count(squares);
  double log = 0.0;
  for (const std::size_t e : minimum.used) {
    const FitEntry& entry = problem.entries()[e];
    const double apart = predicted[static_cast<Eigen::Index>(e)] - entry.measured;
    if (!std::isfinite(apart)) return kNone;
    if (problem.groups()[entry.group].known) {
      const double r = apart / (entry.sigma * minimum.inflation);
      log -= 0.5 * entry.weight * r * r;
    } else {
      squares[entry.group] += entry.weight * apart * apart;
      count[entry.group] += 1.0;
    }
  }
  for (std::size_t g = 0; g < squares.size(); ++g) {
    // No group is taken to be better than the least noise: its sum of squares has a lower bound.
    const double least = count[g] * 1e-8 * problem.groups()[g].spread * problem.groups()[g].spread;
    if (count[g] > 0.0) log -= 0.5 * count[g] * math::log(std::max(squares[g], least));
  }
  return log;
}

/// Places about the best point as the linear posterior has them, within the ranges.
std::vector<VecX> place_walkers(const MatX& covariance, const VecX& best, std::size_t count,
                                std::uint64_t seed, const LogDensity& density) {
  MatX factor = covariance.llt().matrixL();
  std::vector<VecX> walkers;
  for (std::size_t k = 0; k < count; ++k) {
    math::RandomStream random(seed ^ kWalkerStream, k);
    VecX place = best;
    double shrink = 1.0;
    // Steps become shorter with each try, so that a place near the best one is found in the end.
    for (int tries = 0; tries < kTriesToPlace; ++tries, shrink *= 0.97) {
      VecX z(best.size());
      for (Eigen::Index v = 0; v < z.size(); ++v) z[v] = random.normal();
      VecX step = factor * z;
      for (Eigen::Index v = 0; v < z.size(); ++v)
        step[v] = std::clamp(shrink * step[v], -kMostStart, kMostStart);
      place = best + step;
      for (Eigen::Index v = 0; v < z.size(); ++v) {  // reflected at the ends
        place[v] = std::fabs(place[v]);
        if (place[v] > 1.0) place[v] = 2.0 - place[v];
      }
      if (std::isfinite(density(place))) break;
    }
    walkers.push_back(place);
  }
  return walkers;
}

}  // namespace

double sorted_quantile(const std::vector<double>& sorted, double share) {
  const double at = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(at);
  if (below + 1 >= sorted.size()) return sorted.back();
  return sorted[below] + (at - static_cast<double>(below)) * (sorted[below + 1] - sorted[below]);
}

MatX fisher_information(const FoundMinimum& minimum) {
  return minimum.best.jacobian.transpose() * minimum.best.jacobian;
}

MatX bounded_covariance(const MatX& information) {
  const MatX all = information + kPriorPrecision * MatX::Identity(information.rows(), information.cols());
  return all.ldlt().solve(MatX::Identity(all.rows(), all.cols()));
}

FitPosterior linear_posterior(const FitProblem& problem, const FoundMinimum& minimum) {
  FitPosterior found;
  found.kind = PosteriorKind::linear;
  found.covariance = bounded_covariance(fisher_information(minimum));
  const double width =
      any_unknown(problem) ? student_width(kSure, noise_degrees(problem, minimum)) : kNormal95;
  const VecX half = width * found.covariance.diagonal().cwiseSqrt();
  found.low = (minimum.best.x - half).cwiseMax(0.0);
  found.high = (minimum.best.x + half).cwiseMin(1.0);
  return found;
}

FitPosterior ensemble_posterior(const FitProblem& problem, const FoundMinimum& minimum, const FitSpec& spec,
                                const FitRunOptions& options) {
  const std::vector<char> wanted = problem.fitted_rows();
  const LogDensity density = [&](const VecX& x) { return log_posterior(problem, minimum, wanted, x); };
  const auto keys = static_cast<std::size_t>(problem.size());
  const std::size_t count = std::max<std::size_t>(24, 6 * keys);
  const MatX covariance = bounded_covariance(fisher_information(minimum));
  SamplerOptions sampler;
  sampler.seed = spec.seed;
  sampler.enough = spec.draws;
  sampler.cancelled = options.cancelled;
  if (options.progress) sampler.progress = [&](int step) { options.progress(step, sampler.most_steps); };
  // The sampler's walkers begin about the best point.
  const EnsembleDraws drawn =
      draw_ensemble(density, place_walkers(covariance, minimum.best.x, count, spec.seed, density), sampler,
                    parallel_workers(options.threads));
  FitPosterior found;
  found.kind = PosteriorKind::ensemble;
  found.draws = drawn.draws;
  found.independent = drawn.independent, found.acceptance = drawn.acceptance;
  found.low.resize(problem.size()), found.high.resize(problem.size());
  // Covariance and quantiles of the draws.
  VecX mean = VecX::Zero(problem.size());
  for (const VecX& x : found.draws) mean += x / static_cast<double>(found.draws.size());
  found.covariance = MatX::Zero(problem.size(), problem.size());
  for (const VecX& x : found.draws)
    found.covariance += (x - mean) * (x - mean).transpose() / static_cast<double>(found.draws.size() - 1);
  for (Eigen::Index k = 0; k < problem.size(); ++k) {
    std::vector<double> one;
    for (const VecX& x : found.draws) one.push_back(x[k]);
    std::sort(one.begin(), one.end());
    found.low[k] = sorted_quantile(one, 0.5 * (1.0 - kSure));
    found.high[k] = sorted_quantile(one, 0.5 * (1.0 + kSure));
  }
  return found;
}

}  // namespace grouser
