// SPDX-License-Identifier: BSD-3-Clause
// Chooses channels by patterns, cuts them to a span of time and groups them by quantity and unit: one chart
// or rose per group. Curves over time include the peaks between frames; curves over another channel cannot.
#include "grouser/recording/plot/run_curves.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "grouser/base/error.hpp"
#include "grouser/base/name_pattern.hpp"
#include "grouser/base/near_words.hpp"
#include "grouser/base/shown_text.hpp"
#include "grouser/chart/channel_groups.hpp"

namespace grouser {
namespace {

/// Patterns with another last part that some channel has.
std::string meant_by(const std::string& pattern, const RunReader& run) {
  const std::string folder = pattern.substr(0, pattern.rfind('/') + 1);
  std::set<std::string> known;
  for (const ChannelSpec& channel : run.channels())
    known.insert(folder + channel.name.substr(channel.name.rfind('/') + 1));
  return did_you_mean(pattern, {known.begin(), known.end()});
}

/// The channels in groups of one quantity and unit.
std::vector<ChannelGroup> groups_of(const RunReader& run, const std::vector<std::size_t>& channels) {
  std::vector<ChartChannel> named;
  for (const std::size_t i : channels)
    named.push_back(
        {run.channels()[i].name, shown_line(run.channels()[i].unit)});  // a run file may be anyone's
  return group_channels(named);
}

}  // namespace

std::vector<std::size_t> find_channels(const RunReader& run, const std::vector<std::string>& patterns) {
  std::vector<std::size_t> found;
  for (const std::string& pattern : patterns) {
    // Each channel is taken once, in the order of the patterns.
    const std::size_t before = found.size();
    for (std::size_t i = 0; i < run.channels().size(); ++i)
      if (matches_channel(pattern, run.channels()[i].name) && std::count(found.begin(), found.end(), i) == 0)
        found.push_back(i);
    if (found.size() > before) continue;
    if (pattern.find('*') == std::string::npos) {
      run.channel_index(pattern);  // names close matches where there is none; else it was asked for twice
    } else {
      throw InputError(run.path().string(), "no channel '" + pattern + "'" + meant_by(pattern, run),
                       "channel names as `grouser info --channels` lists them");
    }
  }
  return found;
}

RunCurves::RunCurves(const RunReader& run, const CurveSpan& span) : run_(run) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const double from = span.from.value_or(-kInfinity), to = span.to.value_or(kInfinity);
  if (std::isnan(from) || std::isnan(to)) throw InputError("--from, --to", "nan", "times in s");
  // The frames within the span, as a range of rows.
  const std::vector<double> times = run.read_times();
  first_ = std::lower_bound(times.begin(), times.end(), from) - times.begin();
  last_ = std::upper_bound(times.begin(), times.end(), to) - times.begin();
  if (last_ < first_ + 2)
    throw InputError("--from, --to", fmt::format("{} frames in between", std::max(last_ - first_, 0L)),
                     "a time span with at least two frames");
  if (span.x == "time") {
    x_ = cut(times);
    over_time_ = true;
    x_label_ = "time";
    x_unit_ = "s";
  } else {
    const std::size_t i = run.channel_index(span.x);
    x_ = cut(run.read_channel(span.x));
    const ChannelGroup group = groups_of(run, {i}).front();
    x_label_ = group.labels.front() + " " + group.quantity;
    x_unit_ = group.unit;
  }
}

std::vector<Chart> RunCurves::charts(const std::vector<std::size_t>& channels,
                                     const std::string& title) const {
  std::vector<Chart> charts;
  for (const ChannelGroup& group : groups_of(run_, channels)) {
    Chart chart{charts.empty() ? title : "", x_label_, group.quantity, {}, x_unit_, group.unit};
    for (std::size_t k = 0; k < group.channels.size(); ++k) {
      const std::string& name = run_.channels()[channels[group.channels[k]]].name;
      chart.series.push_back(series_of(name));
      chart.series.back().label = group.labels[k];
      // One channel without peaks is enough for the note at the axis.
      if (over_time_ && !run_.has_peaks(name)) chart.x_label = frames_label(), chart.x_unit.clear();
    }
    charts.push_back(std::move(chart));
  }
  return charts;
}

std::vector<RoseChart> RunCurves::roses(const std::vector<std::size_t>& channels,
                                        const std::string& title) const {
  constexpr int kSectors = 36;
  const std::vector<double> times = cut(run_.read_times());
  std::vector<RoseChart> roses;
  for (const ChannelGroup& group : groups_of(run_, channels)) {
    if (group.unit != "rad")
      throw InputError("--rose", group.quantity + " in " + group.unit, "channels that are angles, in rad");
    RoseChart rose{roses.empty() ? title : "", group.quantity + ", share of the time", {}};
    for (std::size_t k = 0; k < group.channels.size(); ++k) {
      const std::vector<double> angles =
          cut(run_.read_channel(run_.channels()[channels[group.channels[k]]].name));
      rose.series.push_back({group.labels[k], direction_shares(times, angles, kSectors)});
    }
    roses.push_back(std::move(rose));
  }
  return roses;
}

/// Note on a plot whose curves do not show what happened between frames.
std::string RunCurves::frames_label() const {
  return fmt::format("time [s], frames each {:.6g} ms without the peaks between them",
                     1e3 * run_.header().record_interval);
}

/// Over time with what the file knows between frames; over another channel frame by frame.
ChartSeries RunCurves::series_of(const std::string& channel) const {
  if (!over_time_) return {"", x_, cut(run_.read_channel(channel))};
  const ChannelCurve curve = run_.read_curve(channel);
  const auto first =
      std::lower_bound(curve.times.begin(), curve.times.end(), x_.front()) - curve.times.begin();
  const auto last = std::upper_bound(curve.times.begin(), curve.times.end(), x_.back()) - curve.times.begin();
  return {"",
          {curve.times.begin() + first, curve.times.begin() + last},
          {curve.values.begin() + first, curve.values.begin() + last}};
}

std::vector<double> RunCurves::cut(const std::vector<double>& all) const {
  return {all.begin() + first_, all.begin() + last_};
}

}  // namespace grouser
