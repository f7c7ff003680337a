// SPDX-License-Identifier: BSD-3-Clause
// Repeats subset simulation with independent streams; the mean of the repeats is the estimate, and its
// interval is that of a lognormal mean. One refused repeat refuses the estimate.
#include "grouser/mission/statistics/subset_simulation.hpp"

#include <algorithm>
#include <cmath>

#include "grouser/base/error.hpp"
#include "grouser/mission/statistics/failed_runs.hpp"
#include "student_width.hpp"
#include "subset_run.hpp"

namespace grouser {
namespace {

/// Throws InputError for options that leave too few chains, repeats or levels.
void check_subset_options(const SubsetOptions& options) {
  const double seeds = options.points * options.level_share;
  if (!(options.level_share > 0.0 && options.level_share <= 0.5))
    throw InputError("subset simulation: level_share must lie between 0 and 0.5");
  // Below ten chains a level forgets whole modes of failure.
  if (seeds < 10.0) throw InputError("subset simulation: points times level_share must be at least 10");
  if (options.repeats < 2 || options.most_levels < 1)
    throw InputError("subset simulation: needs two repeats and one level at least");
}

/// Mean of lognormal values: exp(m + s^2/2 +- t sqrt(s^2/n + s^4/(2 (n - 1)))) (Olsson 2005, equation (7)).
Interval lognormal_mean_range(const std::vector<double>& values, double confidence) {
  std::vector<double> logs;
  for (const double value : values) logs.push_back(math::log(value));
  const SampleSummary s = summarise_sample("", "", logs, confidence);
  const double n = s.count, variance = s.deviation * s.deviation;
  const double half = student_width(confidence, s.count - 1) *
                      std::sqrt(variance / n + variance * variance / (2.0 * (n - 1.0)));
  const double middle = s.mean + 0.5 * variance;
  return {math::exp(middle - half), std::min(1.0, math::exp(middle + half))};
}

}  // namespace

SubsetEstimate estimate_by_subsets(const MarginModel& model, const SubsetOptions& options) {
  check_subset_options(options);
  MarginCalls calls(model, options.dimensions, 0);
  SubsetEstimate estimate;
  for (int k = 0; k < options.repeats && estimate.refused.empty(); ++k) {
    SubsetRun run(options, static_cast<std::uint32_t>(k));
    estimate.repeats.push_back(run.run(calls));
    estimate.refused = run.refused();
  }
  estimate.runs = calls.runs();
  estimate.failed_runs = calls.failed_runs();
  if (estimate.refused.empty()) estimate.refused = failed_runs_refusal(estimate.failed_runs, estimate.runs);
  if (!estimate.refused.empty()) return estimate;
  const SampleSummary summary = summarise_sample("", "", estimate.repeats, options.confidence);
  estimate.probability = summary.mean;
  // The effective size is the number of failures that plain Monte Carlo would need for the same variation.
  estimate.variation = summary.deviation / (summary.mean * std::sqrt(static_cast<double>(summary.count)));
  estimate.effective_size = (1.0 - summary.mean) / (estimate.variation * estimate.variation);
  estimate.range = lognormal_mean_range(estimate.repeats, options.confidence);
  return estimate;
}

}  // namespace grouser
