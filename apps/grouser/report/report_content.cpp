// SPDX-License-Identifier: BSD-3-Clause
// Collects the content of a report from the run file alone. The file may come from anybody or from a run that
// was killed, so each part that cannot be read is left out and the rest is still shown.
#include "report_content.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "grouser/base/error.hpp"
#include "grouser/base/hash.hpp"
#include "grouser/base/name_pattern.hpp"
#include "grouser/base/toml_input.hpp"
#include "grouser/recording/plot/run_curves.hpp"
#include "run/recorded_summary.hpp"

namespace grouser::cli {
namespace {

/// The recorded scenario with the settings that the report uses. A text that cannot be read counts as empty.
TomlTable scenario_of(const RunHeader& header) {
  const InputDocument* document = find_document(header, "scenario");
  try {
    TomlTable scenario = TomlTable::parse(document != nullptr ? document->text : "", header.scenario);
    for (const std::string& setting : header.overrides) {
      const Override change = parse_override(setting);
      if (change.key == "purpose" || change.key == "view.plots") scenario.set(change);
    }
    return scenario;
  } catch (const InputError&) {
    return TomlTable::parse("", header.scenario);
  }
}

/// Patterns of the scenario's [view] that name a channel of this run. Without any, the usual choice: height
/// and pitch of the chassis, and load, slip and sinkage of the wheels.
std::vector<std::string> shown_channels(const RunReader& run, const TomlTable& scenario) {
  std::vector<std::string> patterns;
  try {
    patterns = scenario.table_or_empty("view").string_list_or_empty("plots");
  } catch (const InputError&) {
  }
  if (patterns.empty())
    patterns = {"chassis/position_z", "chassis/pitch", "wheel/*/load", "wheel/*/slip", "wheel/*/sinkage"};
  std::erase_if(patterns, [&](const std::string& pattern) {
    return std::none_of(run.channels().begin(), run.channels().end(),
                        [&](const ChannelSpec& channel) { return matches_channel(pattern, channel.name); });
  });
  return patterns;
}

/// Charts of the channels; none for a run of fewer than two frames. Throws InputError for an unknown channel.
void read_plots(const RunReader& run, const TomlTable& scenario, const std::vector<std::string>& patterns,
                ReportContent& content) {
  const std::vector<std::size_t> channels =
      find_channels(run, patterns.empty() ? shown_channels(run, scenario) : patterns);
  if (run.frame_count() < 2) return;
  for (const std::size_t i : channels) content.plotted.push_back(run.channels()[i].name);
  content.panels = RunCurves(run, {}).charts(channels, "");
}

/// Appends the values of all keys `seed` in a table and, recursively, in the tables inside it.
void find_seeds(const TomlTable& table, const std::string& where, std::vector<SeedRow>& seeds) {
  constexpr double kMost = 1e300;
  for (const std::string& key : table.keys()) {
    const std::string path = where + key;
    if (key == "seed") {
      try {
        seeds.push_back({path, fmt::format("{:.17g}", table.number(key, {-kMost, kMost}))});
      } catch (const InputError&) {  // a table of that name, or a text
      }
    } else if (table.is_table(key)) {
      find_seeds(table.table(key), path + ".", seeds);
    } else {
      std::vector<TomlTable> parts;
      try {
        parts = table.tables(key);
      } catch (const InputError&) {  // a plain value
      }
      for (std::size_t i = 0; i < parts.size(); ++i)
        find_seeds(parts[i], fmt::format("{}.{}.", path, i), seeds);
    }
  }
}

/// The seeds of all recorded documents, then those of --set.
std::vector<SeedRow> seeds_of(const RunHeader& header) {
  std::vector<SeedRow> seeds;
  for (const InputDocument& document : header.documents) {
    try {
      find_seeds(TomlTable::parse(document.text, document.name), document.name + ": ", seeds);
    } catch (const InputError&) {  // no TOML
    }
  }
  for (const std::string& setting : header.overrides) {
    const std::size_t equals = setting.find('=');
    const std::string key = setting.substr(0, equals);
    if (equals != std::string::npos && key.substr(key.rfind('.') + 1) == "seed")
      seeds.push_back({"--set " + key, setting.substr(equals + 1)});
  }
  return seeds;
}

/// The channels energy/ at the first and the last frame; empty without frames.
std::vector<EnergyRow> energy_of(const RunReader& run) {
  std::vector<EnergyRow> rows;
  if (run.frame_count() == 0) return rows;
  std::vector<double> begin(run.channels().size()), end(begin.size());
  run.read_frame(0, begin);
  run.read_frame(run.frame_count() - 1, end);
  const std::string folder = "energy/";
  for (std::size_t i = 0; i < run.channels().size(); ++i) {
    const ChannelSpec& channel = run.channels()[i];
    if (channel.name.starts_with(folder))
      rows.push_back({channel.name.substr(folder.size()), channel.description, begin[i], end[i]});
  }
  return rows;
}

/// A text of a JSON object; "" if it is missing or no text.
std::string text_of(const Json& object, const char* key) {
  return object.is_object() && object.contains(key) && object[key].is_string()
             ? object[key].get<std::string>()
             : "";
}

/// The verdict of the summary, if it has a name and a time.
std::optional<Verdict> verdict_in(const Json& summary) {
  if (!summary.is_object() || !summary.contains("verdict")) return std::nullopt;
  const Json& verdict = summary["verdict"];
  const std::string name = text_of(verdict, "name");
  if (name.empty() || !verdict.contains("time_s") || !verdict["time_s"].is_number()) return std::nullopt;
  return Verdict{name, verdict["time_s"].get<double>(), text_of(verdict, "reason")};
}

/// Status, verdict, metrics and notes. A run that was not closed has no summary, and its verdict comes from
/// its events.
void read_outcome(const RunReader& run, ReportContent& content) {
  const Json summary = read_summary(run);
  content.status = text_of(summary, "status");
  content.status_reason = text_of(summary, "message");
  if (!run.closed_cleanly()) {
    content.status = "not closed";
    content.status_reason = fmt::format(
        "The run was killed or failed before its end; {} at its end missing or not trusted. What follows is "
        "what was recorded up to {:.6g} s; there are no metrics.",
        count_text(run.uncommitted_frames(), "frame"), content.end);
  } else if (content.status == "interrupted" && content.status_reason.empty()) {
    content.status_reason = fmt::format("A person stopped the run at {:.6g} s.", content.end);
  }
  content.verdict = verdict_in(summary);
  if (!content.verdict) content.verdict = verdict_of(content.events);
  content.metrics = metrics_of(summary);
  headlines_first(content.metrics);
  content.notes = notes_of(content.header, summary);
}

}  // namespace

ReportContent read_content(const std::filesystem::path& run_file, const std::vector<std::string>& channels) {
  const RunReader run(run_file);
  run.check_frames();
  ReportContent content;
  content.file = run_file.filename().string();
  content.header = run.header();
  // The values of rasters are large and not shown.
  for (EmbeddedRaster& raster : content.header.rasters) raster.values = {};
  content.frames = run.frame_count();
  content.keyframes = run.keyframe_count();
  if (content.frames > 0) {
    const std::vector<double> times = run.read_times();
    content.begin = times.front();
    content.end = times.back();
    content.state_hash = hash_text(run.read_state_hashes().back());
  }
  content.events = run.read_events();
  std::stable_sort(content.events.begin(), content.events.end(),
                   [](const RunEvent& a, const RunEvent& b) { return a.time < b.time; });
  read_outcome(run, content);
  const TomlTable scenario = scenario_of(content.header);
  try {
    content.purpose = scenario.string_or("purpose", "");
  } catch (const InputError&) {
  }
  read_plots(run, scenario, channels, content);
  content.energy = energy_of(run);
  content.seeds = seeds_of(content.header);
  return content;
}

}  // namespace grouser::cli
