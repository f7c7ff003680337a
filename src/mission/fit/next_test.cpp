// SPDX-License-Identifier: BSD-3-Clause
// Finds the further test that would tell most: conditions around those that were measured, on the same
// beds, each judged by how much it would shrink the volume of the values (D-optimality). Costly wheels are
// judged by the law bekker; tilt beds and runs have no candidates.
#include <fmt/format.h>

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "fit/fit_insight.hpp"
#include "fit/fit_posterior.hpp"
#include "grouser/math/elementary.hpp"
#include "grouser/math/units.hpp"

namespace grouser {
namespace {

constexpr double kTestStep = 1e-4;  // of derivatives, in parts of the range
constexpr std::size_t kMostNextTests = 3;

double& at_condition(FitRow& row, FitCondition c) { return row.at[static_cast<std::size_t>(c)]; }

/// Every row at every value of a condition.
std::vector<FitRow> varied(const std::vector<FitRow>& rows, FitCondition condition,
                           const std::vector<double>& values) {
  std::vector<FitRow> all;
  for (const FitRow& row : rows)
    for (const double value : values) {
      all.push_back(row);
      at_condition(all.back(), condition) = value;
    }
  return all;
}
std::vector<FitRow> scaled(const std::vector<FitRow>& rows, FitCondition condition,
                           const std::vector<double>& factors) {
  std::vector<double> values;
  for (const double factor : factors) values.push_back(factor * rows.front().condition(condition));
  return varied(rows, condition, values);
}

/// Largest value of a condition over the rows.
double largest_of(const MeasuredSet& set, FitCondition condition) {
  double largest = 0.0;
  for (const FitRow& row : set.rows) largest = std::max(largest, row.condition(condition));
  return largest;
}

/// Rows that a bed could be run at: half and twice what it was, and more.
std::vector<FitRow> candidates_of(const MeasuredSet& set) {
  std::vector<FitRow> rows{set.rows[set.rows.size() / 2]};
  switch (set.kind) {
    case FitKind::wheel:
      rows = scaled(rows, FitCondition::load, {0.25, 0.5, 1.0, 2.0, 4.0});
      rows = scaled(rows, FitCondition::width, {1.0, 0.5, 2.0});
      rows = varied(rows, FitCondition::slip, {0.0, 0.1, 0.2, 0.4, 0.6, 0.8});
      if (set.has(FitChannel::side_force))
        rows = varied(rows, FitCondition::slip_angle, {0.0, 15.0 * kDegree, 30.0 * kDegree});
      return rows;
    case FitKind::plate:
      at_condition(rows.front(), FitCondition::depth) = largest_of(set, FitCondition::depth);
      rows = scaled(rows, FitCondition::depth, {0.25, 1.0, 2.0});
      return scaled(rows, FitCondition::width, {0.5, 1.0, 2.0});
    case FitKind::shear:
      at_condition(rows.front(), FitCondition::displacement) = largest_of(set, FitCondition::displacement);
      rows = scaled(rows, FitCondition::displacement, {0.25, 1.0, 2.0});
      return scaled(rows, FitCondition::normal_stress, {0.25, 0.5, 1.0, 2.0, 4.0});
    default:
      return {};
  }
}

/// Derivatives of a bed's measurements by the keys, over its noise.
MatX test_slopes(const FitProblem& problem, std::size_t set, const VecX& best, const FitRow& row,
                 const std::vector<double>& noise) {
  MatX slopes(static_cast<Eigen::Index>(noise.size()), best.size());
  for (Eigen::Index k = 0; k < best.size(); ++k) {
    VecX up = best, down = best;
    up[k] = std::min(1.0, up[k] + kTestStep), down[k] = std::max(0.0, down[k] - kTestStep);
    const VecX high = problem.predict_row(set, up, row), low = problem.predict_row(set, down, row);
    if (high.size() == 0 || low.size() == 0) return {};
    for (Eigen::Index c = 0; c < high.size(); ++c)
      slopes(c, k) = (high[c] - low[c]) / ((up[k] - down[k]) * noise[static_cast<std::size_t>(c)]);
  }
  return slopes.allFinite() ? slopes : MatX();
}

/// A test in words.
std::string test_text(const MeasuredSet& set, const FitRow& row) {
  const auto at = [&](FitCondition c) { return row.condition(c); };
  switch (set.kind) {
    case FitKind::wheel: {
      std::string text = fmt::format("a wheel of width {:.4g} m under {:.4g} N at slip {:.3g}",
                                     at(FitCondition::width), at(FitCondition::load), at(FitCondition::slip));
      if (at(FitCondition::slip_angle) > 0.0)
        text += fmt::format(" and slip angle {:.3g} deg", at(FitCondition::slip_angle) / kDegree);
      return text;
    }
    case FitKind::plate:
      return fmt::format("a plate of width {:.4g} m at depth {:.4g} m", at(FitCondition::width),
                         at(FitCondition::depth));
    default:
      return fmt::format("shear under {:.4g} Pa at displacement {:.4g} m", at(FitCondition::normal_stress),
                         at(FitCondition::displacement));
  }
}

/// The noise of a bed's channels, as rows of it had it.
std::vector<double> bed_noise(const FitProblem& problem, const FoundMinimum& minimum, const FitSearch& search,
                              std::size_t set) {
  std::vector<double> noise;
  for (std::size_t g = 0; g < problem.groups().size(); ++g) {
    if (problem.groups()[g].set != set) continue;
    double squares = 0.0, count = 0.0;
    for (const std::size_t e : minimum.used)
      if (problem.entries()[e].group == g) {
        const double sigma = search.sigma_of(problem.entries()[e], minimum);
        squares += sigma * sigma, count += 1.0;
      }
    noise.push_back(count > 0.0 ? std::sqrt(squares / count) : problem.groups()[g].spread);
  }
  return noise;
}

}  // namespace

std::vector<NextTest> find_next_tests(const FitProblem& problem, const FoundMinimum& minimum,
                                      const FitSearch& search) {
  // Each candidate's slopes update the covariance as one more measurement.
  const MatX covariance = bounded_covariance(fisher_information(minimum));
  std::vector<NextTest> tests;
  for (std::size_t s = 0; s < problem.sets().size(); ++s) {
    const MeasuredSet& set = problem.sets()[s];
    const std::vector<double> noise = bed_noise(problem, minimum, search, s);
    for (const FitRow& row : candidates_of(set)) {
      const MatX G = test_slopes(problem, s, minimum.best.x, row, noise);
      if (G.size() == 0) continue;
      const MatX gain = MatX::Identity(G.rows(), G.rows()) + G * covariance * G.transpose();
      const MatX after = covariance - covariance * G.transpose() * gain.inverse() * G * covariance;
      NextTest test;
      test.file = set.name, test.at = conditions_of(row), test.text = test_text(set, row);
      test.gain = 0.5 * math::log(std::max(gain.determinant(), 1.0));
      for (Eigen::Index k = 0; k < after.rows(); ++k)
        test.narrowed.push_back(std::sqrt(std::clamp(after(k, k) / covariance(k, k), 0.0, 1.0)));
      tests.push_back(std::move(test));
    }
  }
  // The largest gains first.
  std::stable_sort(tests.begin(), tests.end(),
                   [](const NextTest& a, const NextTest& b) { return a.gain > b.gain; });
  if (tests.size() > kMostNextTests) tests.resize(kMostNextTests);
  return tests;
}

}  // namespace grouser
