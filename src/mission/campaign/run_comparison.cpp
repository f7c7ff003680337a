// SPDX-License-Identifier: BSD-3-Clause
// Compares two run files: metrics of their summaries, and channels with B interpolated at A's times.
#include "grouser/mission/campaign/run_comparison.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "grouser/base/error.hpp"
#include "grouser/base/json_text.hpp"

namespace grouser {
namespace {

using PlainJson = nlohmann::json;

/// Metrics of a run's summary; an empty object for a run without one.
PlainJson metrics_of(const RunReader& run) {
  if (run.summary().empty()) return PlainJson::object();
  try {
    return parse_json<PlainJson>(run.summary(), run.path().string() + ": summary")
        .value("metrics", PlainJson::object());
  } catch (const PlainJson::exception&) {
    throw InputError(run.path().string(), "a summary that cannot be read", "the JSON that a run ends with");
  }
}

/// Adds one metric, unless it is not a number with a unit: a run file may come from anyone.
void add_metric(const std::string& name, const PlainJson& json, double MetricPair::*side,
                std::map<std::string, MetricPair>& pairs) {
  if (!json.is_object() || !json.contains("value") || !json["value"].is_number()) return;
  MetricPair& pair = pairs.try_emplace(name, MetricPair{name, "", std::nan(""), std::nan("")}).first->second;
  pair.*side = json["value"].get<double>();
  if (json.contains("unit") && json["unit"].is_string()) pair.unit = json["unit"].get<std::string>();
}

}  // namespace

std::vector<MetricPair> compare_metrics(const RunReader& a, const RunReader& b) {
  for (const RunReader* run : {&a, &b}) run->check_frames();  // metrics of an altered run would be misleading
  std::map<std::string, MetricPair> pairs;
  const PlainJson of_a = metrics_of(a), of_b = metrics_of(b);
  for (const auto& [name, json] : of_a.items()) add_metric(name, json, &MetricPair::a, pairs);
  for (const auto& [name, json] : of_b.items()) add_metric(name, json, &MetricPair::b, pairs);
  std::vector<MetricPair> list;
  for (auto& [name, pair] : pairs) list.push_back(std::move(pair));
  return list;
}

double value_at(std::span<const double> times, std::span<const double> values, double t) {
  if (times.empty() || !(t >= times.front()) || t > times.back()) return std::nan("");
  const auto after = std::upper_bound(times.begin(), times.end(), t);
  if (after == times.end()) return values.back();
  const auto i = static_cast<std::size_t>(after - times.begin());
  if (t == times[i - 1]) return values[i - 1];  // whatever comes next
  const double share = (t - times[i - 1]) / (times[i] - times[i - 1]);
  return values[i - 1] + share * (values[i] - values[i - 1]);
}

ChannelDifference compare_series(const std::vector<double>& time_a, const std::vector<double>& a,
                                 const std::vector<double>& time_b, const std::vector<double>& b) {
  ChannelDifference found;
  double squares = 0.0;
  for (std::size_t i = 0; i < time_a.size(); ++i) {
    // Outside of B's time there is nothing to compare.
    if (time_b.empty() || time_a[i] < time_b.front() || time_a[i] > time_b.back()) continue;
    const double apart = std::fabs(value_at(time_b, b, time_a[i]) - a[i]);
    if (std::isnan(apart)) continue;  // one of them has no value here, as the slip of a wheel at rest
    if (found.frames++ == 0 || apart > found.largest) {
      found.largest = apart;
      found.time = time_a[i];
    }
    squares += apart * apart;
  }
  if (found.frames > 0) found.rms = std::sqrt(squares / static_cast<double>(found.frames));
  return found;
}

ChannelDifference compare_channel(const RunReader& a, const RunReader& b, const std::string& channel) {
  ChannelDifference found =
      compare_series(a.read_times(), a.read_channel(channel), b.read_times(), b.read_channel(channel));
  found.name = channel;
  found.unit = a.channels()[a.channel_index(channel)].unit;
  return found;
}

}  // namespace grouser
