// SPDX-License-Identifier: BSD-3-Clause
// Intervals of statistics of n independent rows, by drawing the rows again with replacement (Efron, Ann.
// Stat. 7 (1979)): value -+ t s sqrt(n/(n - 1)), s the deviation of the redrawn statistics, t Student's
// with n - 1 degrees of freedom. For a mean this is Student's interval (Hesterberg, The American
// Statistician 69 (2015): the root corrects the narrowness of redrawing). Quantiles of the redrawn ones
// cover less (docs/theory_campaign_statistics.md).
#pragma once
#include <functional>

#include "grouser/mission/statistics/unit_plan.hpp"

namespace grouser {

/// From the rows to draw (indices, with repetition) to as many numbers as there are estimates.
using RowStatistic = std::function<void(std::span<const std::uint32_t> rows, std::span<double> out)>;

/// Estimates from all rows in order, with their intervals.
std::vector<Ranged> bootstrap(std::size_t rows, std::size_t estimates, const RowStatistic&,
                              const BootstrapOptions&);

}  // namespace grouser
