// Intervals of statistics of independent rows, by drawing the rows again with replacement (Efron, Ann. Stat. 7 (1979)): the
// estimate with z times the deviation of the redrawn ones. Their own quantiles covered less where the statistic has a
// bias of the order of its spread (docs/theory_campaign_statistics.md).
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
