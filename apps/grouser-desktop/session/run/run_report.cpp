// SPDX-License-Identifier: BSD-3-Clause
// Summary, events and comparison of runs. Numbers in a run file are taken as they are; what has another
// type counts as missing.
#include "session/run/run_report.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <tuple>

#include "grouser/base/json_text.hpp"
#include "grouser/terrain/surface/soil_stroke.hpp"

namespace grouser::desktop {

namespace {

/// A text of a JSON object. A run file may be anyone's: a value that is not a text counts as missing.
std::string text_of(const nlohmann::json& object, const char* key, const char* otherwise = "") {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : otherwise;
}

}  // namespace

RunReport parse_report(const std::string& summary_json) {
  RunReport report;
  const auto j = parse_json<nlohmann::json>(summary_json, "summary");
  if (!j.is_object()) return report;
  report.status = text_of(j, "status");
  report.message = text_of(j, "message");
  if (const auto metrics = j.find("metrics"); metrics != j.end() && metrics->is_object()) {
    // Metrics without a number are left out.
    for (const auto& [name, m] : metrics->items()) {
      if (!m.is_object() || !m.contains("value") || !m["value"].is_number()) continue;
      report.metrics[name] = {m["value"].get<double>(), text_of(m, "unit", "-")};
    }
  }
  if (const auto v = j.find("verdict"); v != j.end() && v->is_object())
    report.verdict =
        RunVerdict{text_of(*v, "name"),
                   v->contains("time_s") && v->at("time_s").is_number() ? v->at("time_s").get<double>() : 0.0,
                   text_of(*v, "reason")};
  if (report.verdict && report.verdict->name.empty()) report.verdict.reset();
  return report;
}

void join_strokes(std::vector<RunEvent>& events) {
  std::erase_if(events, [](const RunEvent& event) {
    return event.kind == kSoilStrokeEvent && event.text.find('/') < event.text.find(' ') &&
           !begins_soil_stroke(event.text);
  });
  for (RunEvent& event : events)
    if (event.kind == kSoilStrokeEvent && begins_soil_stroke(event.text))
      event.text.erase(0, event.text.find(' ') + 1);
}

void sort_events(std::vector<RunEvent>& events) {
  const auto key = [](const RunEvent& e) { return std::tie(e.time, e.kind, e.text); };
  std::stable_sort(events.begin(), events.end(),
                   [&](const RunEvent& a, const RunEvent& b) { return key(a) < key(b); });
  events.erase(std::unique(events.begin(), events.end(),
                           [&](const RunEvent& a, const RunEvent& b) { return key(a) == key(b); }),
               events.end());
}

std::optional<double> neighbour_event(const std::vector<RunEvent>& events, double time, int direction) {
  constexpr double kSame = 1e-6;  // s
  std::optional<double> nearest;
  for (const RunEvent& event : events) {
    const bool beyond = direction > 0 ? event.time > time + kSame : event.time < time - kSame;
    if (!beyond) continue;
    if (!nearest || (direction > 0 ? event.time < *nearest : event.time > *nearest)) nearest = event.time;
  }
  return nearest;
}

std::optional<double> MetricRow::difference() const {
  if (!first || !second) return std::nullopt;
  return *second - *first;
}

std::optional<double> MetricRow::relative() const {
  if (!first || !second || *first == 0.0) return std::nullopt;
  return (*second - *first) / std::fabs(*first);
}

std::vector<MetricRow> compare_metrics(const RunReport& first, const RunReport& second) {
  // Rows by name and unit, so that values of different units are never subtracted.
  std::map<std::pair<std::string, std::string>, MetricRow> rows;
  const auto row = [&](const std::string& name, const Metric& m) -> MetricRow& {
    MetricRow& r = rows[{name, m.unit}];
    r.name = name;
    r.unit = m.unit;
    return r;
  };
  for (const auto& [name, metric] : first.metrics) row(name, metric).first = metric.value;
  for (const auto& [name, metric] : second.metrics) row(name, metric).second = metric.value;
  std::vector<MetricRow> list;
  for (auto& [key, r] : rows) list.push_back(std::move(r));
  return list;
}

}  // namespace grouser::desktop
