// SPDX-License-Identifier: BSD-3-Clause
// Differences of two designs over the same draws: Student's interval of the mean difference, Newcombe's
// interval of the difference of shares with the pairs' correlation, and McNemar's exact test from the
// binomial distribution.
#include "grouser/mission/statistics/paired_difference.hpp"

#include <algorithm>
#include <cmath>

#include "grouser/base/error.hpp"
#include "grouser/mission/statistics/share_estimate.hpp"
#include "student_width.hpp"

namespace grouser {
namespace {

/// Throws InputError where the lists differ in length.
void check_pairs(std::size_t a, std::size_t b) {
  if (a != b) throw InputError("paired difference: both lists must have one value for each draw");
}

/// Phi correlation of the pairs with Newcombe's correction for continuity; 0 where a margin of the table is
/// empty.
double pair_correlation(const PairCounts& pairs) {
  const double both = pairs.both, a = pairs.only_a, b = pairs.only_b, neither = pairs.neither;
  const double margins = (both + a) * (b + neither) * (both + b) * (a + neither);
  if (!(margins > 0.0)) return 0.0;
  double cross = both * neither - a * b;
  if (cross > 0.0) cross = std::max(cross - 0.5 * pairs.total(), 0.0);
  return cross / std::sqrt(margins);
}

/// Length of the difference of two half-widths with a correlation (Newcombe 1998, method 10).
double joined(double one, double other, double correlation) {
  return std::sqrt(std::max(0.0, one * one - 2.0 * correlation * one * other + other * other));
}

}  // namespace

MeanDifference paired_mean_difference(std::span<const double> a, std::span<const double> b,
                                      double confidence) {
  // Pairs with a missing number are left out.
  check_pairs(a.size(), b.size());
  std::vector<double> differences;
  for (std::size_t k = 0; k < a.size(); ++k)
    if (std::isfinite(a[k]) && std::isfinite(b[k])) differences.push_back(a[k] - b[k]);
  MeanDifference result{.count = static_cast<int>(differences.size())};
  result.left_out = static_cast<int>(a.size()) - result.count;
  const SampleSummary summary = summarise_sample("difference", "", std::move(differences), confidence);
  result.mean = summary.mean;
  result.deviation = summary.deviation;
  if (result.count < 2) return result;
  const double half = student_width(confidence, result.count - 1) * result.deviation /
                      std::sqrt(static_cast<double>(result.count));
  result.range = {result.mean - half, result.mean + half};
  return result;
}

PairCounts count_pairs(std::span<const int> a, std::span<const int> b) {
  check_pairs(a.size(), b.size());
  PairCounts counts;
  for (std::size_t k = 0; k < a.size(); ++k) {
    if ((a[k] != 0 && a[k] != 1) || (b[k] != 0 && b[k] != 1)) continue;
    ++(a[k] ? (b[k] ? counts.both : counts.only_a) : (b[k] ? counts.only_b : counts.neither));
  }
  return counts;
}

ShareDifference paired_share_difference(const PairCounts& pairs, double confidence) {
  ShareDifference result{.pairs = pairs};
  const int n = pairs.total();
  if (n == 0) return result;
  const int hits_a = pairs.both + pairs.only_a, hits_b = pairs.both + pairs.only_b;
  result.share_a = static_cast<double>(hits_a) / n;
  result.share_b = static_cast<double>(hits_b) / n;
  result.difference = static_cast<double>(pairs.only_a - pairs.only_b) / n;
  // Wilson's interval of each share, joined end by end with the correlation.
  const Interval a = wilson(hits_a, n, confidence), b = wilson(hits_b, n, confidence);
  const double correlation = pair_correlation(pairs);
  result.range = {result.difference - joined(result.share_a - a.low, b.high - result.share_b, correlation),
                  result.difference + joined(a.high - result.share_a, result.share_b - b.low, correlation)};
  // McNemar: the smaller of the two uneven counts under a fair coin, doubled for two sides.
  const int uneven = pairs.only_a + pairs.only_b;
  const int fewer = std::min(pairs.only_a, pairs.only_b);
  result.p_value = uneven == 0 ? 1.0 : std::min(1.0, 2.0 * binomial_cdf(fewer, uneven, 0.5));
  return result;
}

}  // namespace grouser
