// SPDX-License-Identifier: BSD-3-Clause
// Every field is checked for its type, because the JSON in a run file may have been changed by anybody.
#include "recorded_summary.hpp"

#include <algorithm>

#include "grouser/base/json_text.hpp"

namespace grouser::cli {

Json read_summary(const RunReader& reader) {
  const Json summary = parse_json<Json>(reader.summary(), reader.path().string() + ": summary");
  return summary.is_discarded() ? Json() : summary;
}

std::vector<std::string> notes_of(const RunHeader& header, const Json& summary) {
  std::vector<std::string> notes = header.warnings;
  if (!summary.is_object() || !summary.contains("notes") || !summary["notes"].is_array()) return notes;
  for (const Json& note : summary["notes"])
    if (note.is_string() && std::count(notes.begin(), notes.end(), note.get<std::string>()) == 0)
      notes.push_back(note.get<std::string>());
  return notes;
}

std::vector<ShownMetric> metrics_of(const Json& summary) {
  std::vector<ShownMetric> metrics;
  if (!summary.is_object() || !summary.contains("metrics") || !summary["metrics"].is_object()) return metrics;
  for (const auto& [name, metric] : summary["metrics"].items()) {
    if (!metric.is_object() || !metric.contains("value") || !metric["value"].is_number()) continue;
    const bool has_unit = metric.contains("unit") && metric["unit"].is_string();
    metrics.push_back(
        {name, metric["value"].get<double>(), has_unit ? metric["unit"].get<std::string>() : ""});
  }
  return metrics;
}

}  // namespace grouser::cli
