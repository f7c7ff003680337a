// SPDX-License-Identifier: BSD-3-Clause
// Samples of a channel as plots use them: values between them, statistics of a span, peaks, and the few
// numbers that a picture of them needs. Between two samples lies the straight line that is drawn there. It
// does not use ImGui.
#pragma once
#include <cstddef>
#include <optional>
#include <span>

#include "widgets/plot_view.hpp"

namespace grouser::desktop {

struct Samples {
  std::span<const double> times;   ///< rising, s
  std::span<const double> values;  ///< one per time; NaN is a gap
  std::size_t count() const { return times.size() < values.size() ? times.size() : values.size(); }
};

/// The interpolated value at `time`; NaN before the first sample, after the last one, and in gaps.
double value_between(const Samples& samples, double time);

struct SpanStatistics {
  double mean = 0.0;  ///< over time: long steps weigh more than short ones
  double least = 0.0, greatest = 0.0;
};
/// Statistics of the line within the span, with its values at both ends; none if the line has no part in it.
std::optional<SpanStatistics> statistics_over(const Samples& samples, Range span);

struct Peak {
  double time = 0.0, value = 0.0;
};
/// The first of the samples of greatest absolute value within the span.
std::optional<Peak> find_peak(const Samples& samples, Range span);

/// Number of samples within the span.
std::size_t count_within(const Samples& samples, Range span);

/// Whether two lines lie over each other, to `distance` or nearer, in most of the span that both have.
bool coincide(const Samples& a, const Samples& b, Range span, double distance);

}  // namespace grouser::desktop
