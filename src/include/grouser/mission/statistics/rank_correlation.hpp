// SPDX-License-Identifier: BSD-3-Clause
// Monotonic dependence of one number on another, whatever its form: Spearman's rank correlation, the linear
// correlation of the ranks; equal values share the mean of their ranks (Spearman, Am. J. Psychol. 15 (1904)).
// The interval is that of Fisher's z with the variance of Bonett & Wright (Psychometrika 65 (2000)):
//   (1 + rho^2/2)/(n - 3)
#pragma once
#include <span>

#include "grouser/mission/statistics/unit_plan.hpp"

namespace grouser {

struct RankCorrelation {
  Ranged rho;             ///< NaN where fewer than four pairs are finite, or one side does not vary
  std::size_t count = 0;  ///< pairs of which both are finite
};
/// `x` and `y` of the same length.
RankCorrelation rank_correlation(std::span<const double> x, std::span<const double> y, double confidence);

}  // namespace grouser
