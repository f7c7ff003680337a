// SPDX-License-Identifier: BSD-3-Clause
#include "run_curves.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "grouser/base/error.hpp"
#include "grouser/base/name_pattern.hpp"
#include "grouser/base/near_words.hpp"
#include "grouser/base/shown_text.hpp"

namespace grouser::cli {
namespace {

/// Patterns with another last part that some channel has.
std::string meant_by(const std::string& pattern, const RunReader& run) {
  const std::string folder = pattern.substr(0, pattern.rfind('/') + 1);
  std::set<std::string> known;
  for (const ChannelSpec& channel : run.channels())
    known.insert(folder + channel.name.substr(channel.name.rfind('/') + 1));
  return did_you_mean(pattern, {known.begin(), known.end()});
}

/// Quantity and unit: what curves of one panel share.
struct Quantity {
  std::string name, unit;
  bool operator==(const Quantity&) const = default;
};
Quantity quantity_of(const ChannelSpec& channel) {
  return {channel.name.substr(channel.name.rfind('/') + 1), channel.unit};
}

std::string axis_label(const Quantity& q) {
  std::string words = q.name;
  std::replace(words.begin(), words.end(), '_', ' ');
  return fmt::format("{} [{}]", words, shown_line(q.unit));  // a run file may be anyone's
}

/// "wheel/front_left/slip" as "front_left"; "tie/drawbar/force" as "drawbar".
std::string curve_label(const std::string& channel) {
  const std::size_t end = channel.rfind('/'), begin = channel.find('/');
  return begin < end ? channel.substr(begin + 1, end - begin - 1) : channel.substr(0, end);
}

/// Where two of a panel would have one name (a wheel and a pad at the same corner), the whole of it.
std::vector<std::string> curve_labels(const std::vector<std::string>& channels) {
  std::vector<std::string> labels;
  for (const std::string& name : channels) {
    const auto same = [&](const std::string& other) { return curve_label(other) == curve_label(name); };
    std::string folder = name.substr(0, name.rfind('/'));
    std::replace(folder.begin(), folder.end(), '/', ' ');
    labels.push_back(std::count_if(channels.begin(), channels.end(), same) > 1 ? folder : curve_label(name));
  }
  return labels;
}

}  // namespace

std::vector<std::size_t> find_channels(const RunReader& run, const std::vector<std::string>& patterns) {
  std::vector<std::size_t> found;
  for (const std::string& pattern : patterns) {
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
  const std::vector<double> times = run.read_times();
  first_ = std::lower_bound(times.begin(), times.end(), from) - times.begin();
  last_ = std::upper_bound(times.begin(), times.end(), to) - times.begin();
  if (last_ < first_ + 2)
    throw InputError("--from, --to", fmt::format("{} frames in between", std::max(last_ - first_, 0L)),
                     "a time span with at least two frames");
  if (span.x == "time") {
    x_ = cut(times);
    over_time_ = true;
    x_label_ = "time [s]";
  } else {
    const std::size_t i = run.channel_index(span.x);
    x_ = cut(run.read_channel(span.x));
    x_label_ = curve_label(span.x) + " " + axis_label(quantity_of(run.channels()[i]));
  }
}

std::vector<PlotPanel> RunCurves::panels(const std::vector<std::size_t>& channels,
                                         const std::string& title) const {
  std::vector<PlotPanel> panels;
  std::vector<Quantity> quantities;
  std::vector<std::vector<std::string>> names;
  for (const std::size_t i : channels) {
    const ChannelSpec& channel = run_.channels()[i];
    const Quantity q = quantity_of(channel);
    const std::size_t at = std::find(quantities.begin(), quantities.end(), q) - quantities.begin();
    if (at == quantities.size()) {
      quantities.push_back(q);
      names.emplace_back();
      panels.push_back({panels.empty() ? title : "", x_label_, axis_label(q), {}});
    }
    names[at].push_back(channel.name);
    panels[at].series.push_back(series_of(channel.name));
    if (over_time_ && !run_.has_peaks(channel.name)) panels[at].x_label = frames_label();
  }
  for (std::size_t p = 0; p < panels.size(); ++p) {
    const std::vector<std::string> labels = curve_labels(names[p]);
    for (std::size_t k = 0; k < labels.size(); ++k) panels[p].series[k].label = labels[k];
  }
  return panels;
}

/// Note on a plot whose curves do not show what happened between frames.
std::string RunCurves::frames_label() const {
  return fmt::format("time [s], frames each {:.6g} ms without the peaks between them",
                     1e3 * run_.header().record_interval);
}

/// Over time with what the file knows between frames; over another channel frame by frame.
PlotSeries RunCurves::series_of(const std::string& channel) const {
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

}  // namespace grouser::cli
