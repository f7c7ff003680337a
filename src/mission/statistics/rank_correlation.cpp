// SPDX-License-Identifier: BSD-3-Clause
// Spearman's rank correlation with Fisher's z interval. Pairs with a value that is not finite are left out.
#include "grouser/mission/statistics/rank_correlation.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "grouser/mission/statistics/sample_statistics.hpp"

namespace grouser {
namespace {

/// Ranks from 1; equal values share the mean of their ranks.
std::vector<double> ranks_of(const std::vector<double>& values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
  std::vector<double> ranks(values.size());
  // Each run of equal values gets the mean of its first and last rank.
  for (std::size_t first = 0; first < order.size();) {
    std::size_t last = first;
    while (last + 1 < order.size() && values[order[last + 1]] == values[order[first]]) ++last;
    for (std::size_t k = first; k <= last; ++k)
      ranks[order[k]] = 1.0 + 0.5 * static_cast<double>(first + last);
    first = last + 1;
  }
  return ranks;
}

/// Pearson's correlation; NaN where one side does not vary.
double linear_correlation(const std::vector<double>& x, const std::vector<double>& y) {
  const auto n = static_cast<double>(x.size());
  const double mean_x = std::accumulate(x.begin(), x.end(), 0.0) / n;
  const double mean_y = std::accumulate(y.begin(), y.end(), 0.0) / n;
  double xx = 0.0, yy = 0.0, xy = 0.0;
  for (std::size_t k = 0; k < x.size(); ++k) {
    xx += (x[k] - mean_x) * (x[k] - mean_x);
    yy += (y[k] - mean_y) * (y[k] - mean_y);
    xy += (x[k] - mean_x) * (y[k] - mean_y);
  }
  return xx > 0.0 && yy > 0.0 ? xy / std::sqrt(xx * yy) : kUnset;
}

}  // namespace

RankCorrelation rank_correlation(std::span<const double> x, std::span<const double> y, double confidence) {
  std::vector<double> of_x, of_y;
  for (std::size_t k = 0; k < x.size(); ++k) {
    if (!std::isfinite(x[k]) || !std::isfinite(y[k])) continue;
    of_x.push_back(x[k]);
    of_y.push_back(y[k]);
  }
  RankCorrelation found{{kUnset, {kUnset, kUnset}}, of_x.size()};
  constexpr std::size_t kFewest = 4;  // for the interval
  if (found.count < kFewest) return found;
  const double rho = linear_correlation(ranks_of(of_x), ranks_of(of_y));
  if (std::isnan(rho)) return found;
  // Half width on the scale of Fisher's z, by Bonett & Wright's variance.
  const double wide = normal_width(confidence) *
                      std::sqrt((1.0 + 0.5 * rho * rho) / (static_cast<double>(found.count) - 3.0));
  const double z = std::atanh(std::clamp(rho, -1.0, 1.0));
  found.rho = {rho, {std::tanh(z - wide), std::tanh(z + wide)}};
  return found;
}

}  // namespace grouser
