// SPDX-License-Identifier: BSD-3-Clause
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

/// On the piece from sample k - 1 to k. The ends are the samples themselves, also where both have one time.
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

void take(Column& column, double value) {
  if (!std::isfinite(value)) return;
  column.low = column.any ? std::min(column.low, value) : value;
  column.high = column.any ? std::max(column.high, value) : value;
  column.any = true;
}

}  // namespace

double value_between(const Samples& samples, double time) {
  const std::size_t k = first_from(samples, time);
  if (k == samples.count()) return kNoSample;
  if (samples.times[k] == time) return samples.values[k];
  return k == 0 ? kNoSample : on_piece(samples, k, time);
}

std::optional<SpanStatistics> statistics_over(const Samples& samples, Range span) {
  Column all;
  double area = 0.0, length = 0.0, alone = kNoSample;
  const std::size_t end = first_after(samples, span.high);
  for (std::size_t k = first_from(samples, span.low); k < end; ++k) {
    take(all, samples.values[k]);
    if (std::isfinite(samples.values[k])) alone = samples.values[k];
  }
  each_piece(samples, span, [&](std::size_t k, double from, double to) {
    const double a = on_piece(samples, k, from), b = on_piece(samples, k, to);
    if (!std::isfinite(a) || !std::isfinite(b)) return;
    take(all, a);
    take(all, b);
    area += 0.5 * (a + b) * (to - from);
    length += to - from;
    alone = b;
  });
  if (!all.any) return std::nullopt;
  return SpanStatistics{length > 0.0 ? area / length : alone, all.low, all.high};
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

std::vector<Column> decimate(const Samples& samples, Range span, int columns) {
  std::vector<Column> out(static_cast<std::size_t>(std::max(columns, 0)));
  if (out.empty() || !(span.size() > 0.0)) return out;
  const double width = span.size() / columns;  // s
  const auto column_of = [&](double time) {
    return static_cast<std::size_t>(
        std::clamp(std::floor((time - span.low) / width), 0.0, static_cast<double>(columns - 1)));
  };
  // The piece up to sample k, where it leads into another column or out of the span: samples within a column are taken themselves.
  const auto take_piece = [&](std::size_t k) {
    const double from = std::max(span.low, samples.times[k - 1]), to = std::min(span.high, samples.times[k]);
    const std::size_t first = column_of(from), last = column_of(to);
    take(out[first], on_piece(samples, k, from));
    take(out[last], on_piece(samples, k, to));
    // The line crosses the border between two columns: a value of both, so that they join.
    for (std::size_t c = first + 1; c <= last; ++c) {
      const double value = on_piece(samples, k, span.low + static_cast<double>(c) * width);
      take(out[c - 1], value);
      take(out[c], value);
    }
  };
  const std::size_t end = first_after(samples, span.high);
  const auto times = samples.times.begin();
  for (std::size_t k = first_from(samples, span.low); k < end;) {
    const std::size_t column = column_of(samples.times[k]);
    const auto next =
        std::partition_point(times + static_cast<std::ptrdiff_t>(k), times + static_cast<std::ptrdiff_t>(end),
                             [&](double time) { return column_of(time) <= column; });
    if (k > 0) take_piece(k);
    for (; k < static_cast<std::size_t>(next - times); ++k) take(out[column], samples.values[k]);
  }
  if (end > 0 && end < samples.count()) take_piece(end);
  return out;
}

bool coincide(const std::vector<Column>& a, const std::vector<Column>& b, double distance) {
  constexpr double kMost =
      0.5;  // part of the columns: lines that part only at an event are still one to the eye
  std::size_t both = 0, near = 0;
  for (std::size_t c = 0; c < std::min(a.size(), b.size()); ++c) {
    if (!a[c].any || !b[c].any) continue;
    ++both;
    near += std::fabs(a[c].low - b[c].low) <= distance && std::fabs(a[c].high - b[c].high) <= distance;
  }
  return both > 0 && static_cast<double>(near) > kMost * static_cast<double>(both);
}

}  // namespace grouser::desktop
