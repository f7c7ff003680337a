// SPDX-License-Identifier: BSD-3-Clause
// Levenberg-Marquardt in a box. Each step is the least squares solution of [J; sqrt(damping) D] by QR;
// variables that would leave the box are set to its side and the others solved for again. The damping
// follows the ratio of real to promised decrease.
#include "grouser/mission/fit/least_squares.hpp"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <vector>

namespace grouser {
namespace {

constexpr double kFirstDamping = 1e-3;  // of the scaled columns
constexpr double kLeastGain =
    1e-4;  // of the decrease that the linear model promises: below it a step is refused
constexpr double kMostDamping = 1e16;   // no step is left that is not lost in rounding
constexpr double kLeastScale = 1e-300;  // of a column that is zero

double half_squares(const VecX& r) { return 0.5 * r.squaredNorm(); }

/// State of the search.
struct SearchState {
  VecX x, r;
  MatX J;
  VecX scale;  // largest column norms so far
  double cost = 0.0, damping = kFirstDamping, growth = 2.0;
};

/// The variables that may move: not those at a bound that the gradient presses on.
std::vector<Eigen::Index> free_variables(const SearchState& s, const VecX& low, const VecX& high) {
  const VecX gradient = s.J.transpose() * s.r;
  std::vector<Eigen::Index> free;
  for (Eigen::Index k = 0; k < s.x.size(); ++k) {
    const bool held_low = s.x[k] <= low[k] && gradient[k] > 0.0;
    const bool held_high = s.x[k] >= high[k] && gradient[k] < 0.0;
    if (!held_low && !held_high) free.push_back(k);
  }
  return free;
}

/// The damped step of the free variables for given residuals, by QR of the rows [J; sqrt(damping) D].
VecX damped_step(const SearchState& s, const std::vector<Eigen::Index>& free, const VecX& r) {
  const auto count = static_cast<Eigen::Index>(free.size());
  MatX rows = MatX::Zero(s.J.rows() + count, count);
  VecX right = VecX::Zero(rows.rows());
  right.head(s.J.rows()) = -r;
  for (Eigen::Index k = 0; k < count; ++k) {
    const Eigen::Index variable = free[static_cast<std::size_t>(k)];
    rows.col(k).head(s.J.rows()) = s.J.col(variable);
    rows(s.J.rows() + k, k) = std::sqrt(s.damping) * s.scale[variable];
  }
  return rows.colPivHouseholderQr().solve(right);
}

/// The damped step within the bounds: variables that would leave them go to the bound, and the others are
/// solved for again.
VecX bounded_step(const SearchState& s, std::vector<Eigen::Index> free, const VecX& low, const VecX& high) {
  VecX step = VecX::Zero(s.x.size());
  while (!free.empty()) {
    const VecX part = damped_step(s, free, s.r + s.J * step);
    std::vector<Eigen::Index> inside;
    for (std::size_t k = 0; k < free.size(); ++k) {
      const Eigen::Index v = free[k];
      const double next = s.x[v] + part[static_cast<Eigen::Index>(k)];
      if (next > low[v] && next < high[v]) inside.push_back(v);
    }
    const bool all = inside.size() == free.size();
    for (std::size_t k = 0; k < free.size(); ++k) {
      const Eigen::Index v = free[k];
      const double moved = part[static_cast<Eigen::Index>(k)];
      if (all)
        step[v] = moved;
      else if (s.x[v] + moved <= low[v])
        step[v] = low[v] - s.x[v];
      else if (s.x[v] + moved >= high[v])
        step[v] = high[v] - s.x[v];
    }
    if (all) break;
    free = std::move(inside);
  }
  return step;
}

/// Raises the scales to the largest column norms so far (More 1978).
void rescale(SearchState& s) {
  for (Eigen::Index k = 0; k < s.x.size(); ++k)
    s.scale[k] = std::max({s.scale[k], s.J.col(k).norm(), kLeastScale});
}

/// Nielsen's update after an accepted step: less damping the nearer the gain is to 1, at least a third of
/// it.
void soften(SearchState& s, double gain) {
  const double bent = 2.0 * gain - 1.0;
  s.damping *= std::max(1.0 / 3.0, 1.0 - bent * bent * bent);
  s.growth = 2.0;
}
/// More damping after a refused step, twice as much with each refusal in a row.
void harden(SearchState& s) {
  s.damping *= s.growth;
  s.growth *= 2.0;
}

}  // namespace

LeastSquaresResult minimise_squares(const ResidualFunction& residuals, const JacobianFunction& jacobian,
                                    const VecX& start, const VecX& low, const VecX& high,
                                    const LeastSquaresOptions& options) {
  LeastSquaresResult result;
  SearchState s{.x = start.cwiseMax(low).cwiseMin(high), .r = {}, .J = {}, .scale = VecX::Zero(start.size())};
  s.r = residuals(s.x);
  result.x = s.x;
  if (s.r.size() == 0 || !s.r.allFinite()) return result;
  s.cost = half_squares(s.r);
  s.J = jacobian(s.x, s.r);
  result.valid = true;
  for (; s.J.size() > 0 && result.iterations < options.most_iterations; ++result.iterations) {
    // At a corner of the box, or with no residuals left, the search is done.
    rescale(s);
    const auto free = free_variables(s, low, high);
    result.converged = free.empty() || s.cost == 0.0;
    if (result.converged || s.damping > kMostDamping) break;
    const VecX next = (s.x + bounded_step(s, free, low, high)).cwiseMax(low).cwiseMin(high);
    const VecX step = next - s.x;
    // Compare what the linear model promises with what the step brings.
    const double promised = s.cost - half_squares(s.r + s.J * step);
    result.converged = step.lpNorm<Eigen::Infinity>() < options.least_step ||
                       std::fabs(promised) < options.least_decrease * s.cost;
    if (result.converged) break;
    if (promised <= 0.0) {  // variables that went to their bounds took the gain away
      harden(s);
      continue;
    }
    const VecX r = residuals(next);
    const bool valid = r.size() > 0 && r.allFinite();
    const double gain = valid ? (s.cost - half_squares(r)) / promised : -1.0;
    if (!(gain > kLeastGain)) {
      harden(s);
      continue;
    }
    // Accepted.
    const double before = s.cost;
    s.x = next, s.r = r, s.cost = half_squares(r);
    soften(s, gain);
    s.J = jacobian(s.x, s.r);
    result.converged = before - s.cost < options.least_decrease * before;
    if (result.converged) break;
  }
  result.x = s.x, result.residuals = s.r, result.jacobian = s.J, result.cost = s.cost;
  result.converged = result.converged || s.damping > kMostDamping;  // nothing lower is left within rounding
  return result;
}

}  // namespace grouser
