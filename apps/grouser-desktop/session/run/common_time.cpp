// SPDX-License-Identifier: BSD-3-Clause
// Comparison over the time that two runs share. Means are trapezoidal integrals over time, so that runs of
// different steps compare; differences of metrics are refused where the runs cover different spans.
#include "session/run/common_time.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace grouser::desktop {
namespace {

constexpr double kSameTime = 1e-3;  // of the longer run, and as many seconds: less is a step's length

/// Mean over time, and the value of largest size with its sign.
struct ChannelFacts {
  double mean = 0.0, largest = 0.0;
};

/// Statistics of the finite samples within the span; the mean is that of the straight lines between them.
/// Empty if there is no sample.
std::optional<ChannelFacts> facts_of(const ChannelSamples& samples, const RunSpan& span) {
  constexpr double kRounding = 1e-9;  // s
  ChannelFacts facts;
  double area = 0.0, time = 0.0;
  std::optional<std::size_t> last;
  for (std::size_t k = 0; k < std::min(samples.times.size(), samples.values.size()); ++k) {
    const double t = samples.times[k], value = samples.values[k];
    if (t < span.begin - kRounding || t > span.end + kRounding || !std::isfinite(value)) continue;
    if (!last || std::fabs(value) > std::fabs(facts.largest)) facts.largest = value;
    if (last) {
      const double step = t - samples.times[*last];
      area += 0.5 * step * (value + samples.values[*last]);
      time += step;
    }
    last = k;
  }
  if (!last) return std::nullopt;
  facts.mean = time > 0.0 ? area / time : samples.values[*last];
  return facts;
}

/// Index of the channel of this name; nothing where the run has none.
std::optional<std::size_t> channel_number_of(const RunData& run, const std::string& name) {
  const std::vector<ChannelSpec>& channels = run.scene()->channels;
  const auto found =
      std::find_if(channels.begin(), channels.end(), [&](const ChannelSpec& c) { return c.name == name; });
  if (found == channels.end()) return std::nullopt;
  return static_cast<std::size_t>(found - channels.begin());
}

/// Whether two times agree within the tolerance; `longest`: length of the longer run, s.
bool same_time(double a, double b, double longest) {
  return std::fabs(a - b) <= kSameTime * std::max(longest, 1.0);
}

}  // namespace

RunSpan span_of(const RunData& run) {
  if (run.times().empty()) return {};
  return {run.times().front(), run.times().back()};
}

std::optional<RunSpan> common_span(const RunData& first, const RunData& second) {
  const RunSpan a = span_of(first), b = span_of(second);
  const RunSpan common{std::max(a.begin, b.begin), std::min(a.end, b.end)};
  if (common.length() <= 0.0) return std::nullopt;
  return common;
}

std::string why_not_comparable(const RunData& first, const RunData& second) {
  const RunSpan a = span_of(first), b = span_of(second);
  const double longest = std::max(a.length(), b.length());
  // Runs that ended by their verdicts may end at different times.
  const bool judged = first.report().verdict && second.report().verdict;
  if (same_time(a.begin, b.begin, longest) && (judged || same_time(a.end, b.end, longest))) return "";
  return fmt::format(
      "The numbers are of {:.6g} to {:.6g} s and of {:.6g} to {:.6g} s: no differences of them", a.begin,
      a.end, b.begin, b.end);
}

std::vector<MetricRow> compare_channels(RunData& first, RunData& second,
                                        const std::vector<std::string>& channels) {
  std::vector<MetricRow> rows;
  const std::optional<RunSpan> span = common_span(first, second);
  if (!span) return rows;
  for (const std::string& name : channels) {
    const auto a = channel_number_of(first, name), b = channel_number_of(second, name);
    if (!a || !b) continue;
    const auto one = facts_of(first.samples(*a), *span), other = facts_of(second.samples(*b), *span);
    if (!one || !other) continue;
    const std::string& unit = first.scene()->channels[*a].unit;
    rows.push_back({name + ", mean", unit, one->mean, other->mean});
    rows.push_back({name + ", largest", unit, one->largest, other->largest});
  }
  return rows;
}

}  // namespace grouser::desktop
