// SPDX-License-Identifier: BSD-3-Clause
// Keys that the data cannot tell apart, from eigenvectors of the Fisher information, and what each group of
// values contributes to it. Deviations are in parts of the keys' ranges.
#include "fit/fit_insight.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "fit/fit_columns.hpp"
#include "fit/fit_posterior.hpp"

namespace grouser {
namespace {

// Share of a range: along a direction with a larger deviation, 95 % of the values fill more than half of
// the range.
constexpr double kLoose = 0.15;
constexpr double kPart = 0.25;   // of an eigenvector, from which a key belongs to it
constexpr double kTight = 0.98;  // correlation from which two keys are hardly distinguished

/// Names of keys as a list in a sentence.
std::string words_of_keys(const std::vector<std::string>& keys) {
  if (keys.size() == 2) return keys[0] + " and " + keys[1];
  return fmt::format("{}", fmt::join(keys, ", "));
}

/// Whether a confusion already names both keys.
bool is_named(const std::vector<Confusion>& found, const std::string& a, const std::string& b) {
  return std::any_of(found.begin(), found.end(), [&](const Confusion& c) {
    return std::count(c.keys.begin(), c.keys.end(), a) > 0 && std::count(c.keys.begin(), c.keys.end(), b) > 0;
  });
}

/// The key that changes most with another along a direction.
Eigen::Index partner_of(const VecX& direction, Eigen::Index own) {
  Eigen::Index partner = own == 0 ? 1 : 0;
  for (Eigen::Index k = 0; k < direction.size(); ++k)
    if (k != own && std::fabs(direction[k]) > std::fabs(direction[partner])) partner = k;
  return partner;
}

/// Adds a confusion for a direction along which values are loose. `alone`: deviation of each key if all
/// others were known.
void add_loose(const FitProblem& problem, const VecX& direction, double deviation, const VecX& alone,
               std::vector<Confusion>& found) {
  Confusion confusion;
  confusion.deviation = std::min(deviation, 1e6);
  Eigen::Index own = 0;
  direction.cwiseAbs().maxCoeff(&own);
  // A key that the data would determine if the others were known is confused with one of them, however
  // little that one has to move.
  const bool told_alone = direction.size() > 1 && alone[own] < kLoose;
  const Eigen::Index partner = told_alone ? partner_of(direction, own) : own;
  for (Eigen::Index k = 0; k < direction.size(); ++k)
    if (std::fabs(direction[k]) >= kPart || k == partner)
      confusion.keys.push_back(problem.keys()[static_cast<std::size_t>(k)].key);
  if (confusion.keys.size() == 1)
    confusion.text = fmt::format("the data hardly say anything about {}", confusion.keys.front());
  else
    confusion.text = fmt::format(
        "the data cannot tell {} apart: they change together along more than half of their ranges, and the "
        "data do not change",
        words_of_keys(confusion.keys));
  found.push_back(confusion);
}

}  // namespace

std::vector<Confusion> find_confusions(const FitProblem& problem, const FoundMinimum& minimum) {
  std::vector<Confusion> found;
  const MatX information = fisher_information(minimum);
  const Eigen::SelfAdjointEigenSolver<MatX> solver(information);
  const VecX alone = information.diagonal().cwiseMax(1e-24).cwiseSqrt().cwiseInverse();
  // Directions along which the values may move by more than kLoose of their ranges.
  for (Eigen::Index k = 0; k < information.rows(); ++k) {
    const double eigenvalue = std::max(solver.eigenvalues()[k], 0.0);
    if (eigenvalue * kLoose * kLoose < 1.0)
      add_loose(problem, solver.eigenvectors().col(k), 1.0 / std::sqrt(std::max(eigenvalue, 1e-12)), alone,
                found);
  }
  // Pairs with a correlation near 1 that no direction has named.
  const MatX covariance = bounded_covariance(information);
  for (Eigen::Index a = 0; a < covariance.rows(); ++a)
    for (Eigen::Index b = a + 1; b < covariance.rows(); ++b) {
      const double r = covariance(a, b) / std::sqrt(covariance(a, a) * covariance(b, b));
      const std::string &one = problem.keys()[static_cast<std::size_t>(a)].key,
                        &other = problem.keys()[static_cast<std::size_t>(b)].key;
      if (std::fabs(r) < kTight || is_named(found, one, other)) continue;
      found.push_back(
          {{one, other},
           std::sqrt(std::max(covariance(a, a), covariance(b, b))),
           fmt::format("the data hardly tell {} and {} apart: their correlation is {:.3f}", one, other, r)});
    }
  return found;
}

void attribute_information(const FitProblem& problem, const FoundMinimum& minimum,
                           std::vector<FittedGroup>& groups) {
  const MatX& J = minimum.best.jacobian;
  const MatX all = fisher_information(minimum), covariance = bounded_covariance(all);
  // The information of a group is the sum over its own rows of the Jacobian.
  for (std::size_t g = 0; g < groups.size(); ++g) {
    MatX own = MatX::Zero(all.rows(), all.cols());
    for (std::size_t k = 0; k < minimum.used.size(); ++k)
      if (problem.entries()[minimum.used[k]].group == g) {
        const auto row = J.row(static_cast<Eigen::Index>(k));
        own += row.transpose() * row;
      }
    // Without the group the prior keeps the covariance finite.
    const MatX without = bounded_covariance(all - own);
    for (Eigen::Index k = 0; k < all.rows(); ++k) {
      groups[g].shares.push_back(all(k, k) > 0.0 ? own(k, k) / all(k, k) : 0.0);
      groups[g].widened.push_back(std::sqrt(std::max(without(k, k) / covariance(k, k), 1.0)));
    }
  }
}

std::vector<std::pair<std::string, double>> conditions_of(const FitRow& row) {
  std::vector<std::pair<std::string, double>> at;
  for (std::size_t c = 0; c < kFitConditions; ++c)
    if (std::isfinite(row.at[c])) at.emplace_back(fit_condition_columns()[c].key, row.at[c]);
  return at;
}

}  // namespace grouser
