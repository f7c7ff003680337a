// SPDX-License-Identifier: BSD-3-Clause
// Two runs that do not cover the same times, compared: what can be said of their numbers, and channels over
// the time that both have.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "session/run/run_data.hpp"

namespace grouser::desktop {

struct RunSpan {
  double begin = 0.0, end = 0.0;  ///< s
  double length() const { return end - begin; }
};

/// Span of a run from its first frame to its last. The metrics of a run that continues another one are of
/// this span.
RunSpan span_of(const RunData& run);
/// The time that both cover; empty if they have none in common.
std::optional<RunSpan> common_span(const RunData& first, const RunData& second);

/// The reason why the difference of two runs' metrics says nothing: the runs cover different times, and not
/// because each was judged at its own end. Empty: the difference says something.
std::string why_not_comparable(const RunData& first, const RunData& second);

/// Mean over time and largest (by size) of each of these channels that both have, over the time that both
/// cover.
std::vector<MetricRow> compare_channels(RunData& first, RunData& second,
                                        const std::vector<std::string>& channels);

}  // namespace grouser::desktop
