// SPDX-License-Identifier: BSD-3-Clause
// Samples are searched by bisection. Statistics integrate the straight lines between samples over the span
// (trapezoids), with interpolated values at its ends.
#include "widgets/plot_samples.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace grouser::desktop {
namespace {

constexpr double kNoSample = std::numeric_limits<double>::quiet_NaN();

/// Index of the first sample at or after a time.
std::size_t first_from(const Samples& s, double time) {
  const auto end = s.times.begin() + static_cast<std::ptrdiff_t>(s.count());
  return static_cast<std::size_t>(std::lower_bound(s.times.begin(), end, time) - s.times.begin());
}
/// Index of the first sample after a time.
std::size_t first_after(const Samples& s, double time) {
  const auto end = s.times.begin() + static_cast<std::ptrdiff_t>(s.count());
  return static_cast<std::size_t>(std::upper_bound(s.times.begin(), end, time) - s.times.begin());
}

/// Interpolated value between samples k - 1 and k. The ends are the samples themselves, also if both have one
/// time.
double on_piece(const Samples& s, std::size_t k, double time) {
  if (time <= s.times[k - 1]) return s.values[k - 1];
  if (time >= s.times[k]) return s.values[k];
  return std::lerp(s.values[k - 1], s.values[k], (time - s.times[k - 1]) / (s.times[k] - s.times[k - 1]));
}

/// Calls with the number k of each piece from sample k - 1 to k that has a part in the span, and that part.
template <class Call>
void each_piece(const Samples& s, Range span, Call call) {
  const std::size_t count = s.count();
  for (std::size_t k = std::max<std::size_t>(1, first_from(s, span.low));
       k < count && s.times[k - 1] <= span.high; ++k)
    call(k, std::max(span.low, s.times[k - 1]), std::min(span.high, s.times[k]));
}

}  // namespace

double value_between(const Samples& samples, double time) {
  const std::size_t k = first_from(samples, time);
  if (k == samples.count()) return kNoSample;
  if (samples.times[k] == time) return samples.values[k];
  return k == 0 ? kNoSample : on_piece(samples, k, time);
}

std::optional<SpanStatistics> statistics_over(const Samples& samples, Range span) {
  ChartLimits all;
  double area = 0.0, length = 0.0, alone = kNoSample;
  const std::size_t end = first_after(samples, span.high);
  // Samples within the span count for the limits, also those beside a gap.
  for (std::size_t k = first_from(samples, span.low); k < end; ++k) {
    all.take(samples.values[k]);
    if (std::isfinite(samples.values[k])) alone = samples.values[k];
  }
  // Pieces with a gap at either end are left out.
  each_piece(samples, span, [&](std::size_t k, double from, double to) {
    const double a = on_piece(samples, k, from), b = on_piece(samples, k, to);
    if (!std::isfinite(a) || !std::isfinite(b)) return;
    all.take(a);
    all.take(b);
    area += 0.5 * (a + b) * (to - from);
    length += to - from;
    alone = b;
  });
  if (!all.range()) return std::nullopt;
  return SpanStatistics{length > 0.0 ? area / length : alone, all.range()->low, all.range()->high};
}

std::optional<Peak> find_peak(const Samples& samples, Range span) {
  std::optional<Peak> peak;
  const std::size_t end = first_after(samples, span.high);
  for (std::size_t k = first_from(samples, span.low); k < end; ++k) {
    const double value = samples.values[k];
    if (std::isfinite(value) && (!peak || std::fabs(value) > std::fabs(peak->value)))
      peak = Peak{samples.times[k], value};
  }
  return peak;
}

std::size_t count_within(const Samples& samples, Range span) {
  const std::size_t first = first_from(samples, span.low), end = first_after(samples, span.high);
  return end > first ? end - first : 0;
}

bool coincide(const Samples& a, const Samples& b, Range span, double distance) {
  constexpr int kPlaces = 400;
  constexpr double kMost = 0.5;  // of the places: lines that part only at an event are still one to the eye
  int both = 0, near = 0;
  // Distance at evenly spaced times at which both lines have a value.
  for (int k = 0; k <= kPlaces; ++k) {
    const double time = std::lerp(span.low, span.high, static_cast<double>(k) / kPlaces);
    const double apart = std::fabs(value_between(a, time) - value_between(b, time));
    both += std::isfinite(apart);
    near += apart <= distance;
  }
  return near > kMost * both;
}

}  // namespace grouser::desktop
