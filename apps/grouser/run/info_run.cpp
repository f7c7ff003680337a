// SPDX-License-Identifier: BSD-3-Clause
// grouser info of a run file: its header, times, input, channels and summary. The JSON has everything; the
// text has the first page, and more with --channels or --all. Files of killed runs and damaged ones are
// described as far as they can be read.
#include <fmt/format.h>

#include <algorithm>

#include "grouser/base/hash.hpp"
#include "grouser/base/shown_text.hpp"
#include "grouser/recording/run_file/run_reader.hpp"
#include "info_report.hpp"
#include "recorded_summary.hpp"
#include "shared/metric_table.hpp"

namespace grouser::cli {
namespace {

Json channels_json(const RunReader& reader) {
  Json list = Json::array();
  for (const auto& channel : reader.channels())
    list.push_back({{"name", channel.name}, {"unit", channel.unit}, {"description", channel.description}});
  return list;
}

Json documents_json(const RunReader& reader) {
  Json list = Json::array();
  for (const auto& document : reader.header().documents)
    list.push_back({{"kind", document.kind}, {"name", document.name}, {"bytes", document.text.size()}});
  return list;
}

Json rasters_json(const RunReader& reader) {
  Json list = Json::array();
  for (const auto& raster : reader.header().rasters)
    list.push_back({{"name", raster.name},
                    {"columns", raster.nx},
                    {"rows", raster.ny},
                    {"cell", raster.cell},
                    {"source", raster.source},
                    {"hash", hash_text(raster.hash)}});
  return list;
}

/// The run and time from which a resumed run continued, or null.
Json parent_json(const RunHeader& header) {
  if (!header.parent) return {};
  return {{"file", header.parent->file},
          {"program_version", header.parent->program_version},
          {"frame", header.parent->frame},
          {"time_s", header.parent->time},
          {"state_hash", hash_text(header.parent->state_hash)}};
}

/// Whether the file was closed by its run, in words.
std::string state_text(const RunReader& reader) {
  if (reader.closed_cleanly()) return "closed cleanly";
  return fmt::format("recovered, footer missing ({} at its end missing or not trusted)",
                     count_text(reader.uncommitted_frames(), "frame"));
}

/// Time from the first frame to the last one that is as recorded, s.
double duration_of(const RunReader& reader) {
  const std::size_t good = reader.find_damaged_frame().value_or(reader.frame_count());
  if (good == 0) return 0.0;
  std::vector<double> values(reader.channels().size());
  const double begin = reader.read_frame(0, values).time;
  return reader.read_frame(good - 1, values).time - begin;
}

/// Names, units and meanings of all channels.
std::string channel_table(const RunReader& reader) {
  using enum TextTable::Align;
  TextTable table({left, left, left});
  table.add_header({"channel", "unit", "meaning"});
  for (const auto& channel : reader.channels())
    table.add_row({channel.name, channel.unit, channel.description});
  return table.text();
}

/// "wheel: 102" of channels named wheel/...: how many there are of each group.
std::string channel_groups(const RunReader& reader) {
  std::vector<std::pair<std::string, std::size_t>> groups;
  for (const auto& channel : reader.channels()) {
    const std::string group = channel.name.substr(0, channel.name.find('/'));
    auto at = std::find_if(groups.begin(), groups.end(), [&](const auto& g) { return g.first == group; });
    if (at == groups.end()) at = groups.insert(groups.end(), {group, 0});
    ++at->second;
  }
  constexpr std::size_t kMostGroups = 12;
  std::string text = count_text(reader.channels().size(), "channel");
  for (std::size_t i = 0; i < std::min(groups.size(), kMostGroups); ++i)
    text += fmt::format("{} {} {}", i == 0 ? ":" : ",", groups[i].second, groups[i].first);
  return text + (groups.size() > kMostGroups ? ", ..." : "") + " (--channels lists them)\n";
}

/// The headline metrics of the summary, or all with --all; "" without a summary.
std::string metric_rows(const Json& summary, const RunDetail& detail) {
  using enum TextTable::Align;
  std::vector<ShownMetric> shown;
  std::size_t others = 0;
  for (const ShownMetric& metric : metrics_of(summary)) {
    if (detail.all || is_headline(metric.name))
      shown.push_back(metric);
    else
      ++others;
  }
  if (shown.empty()) return "";
  TextTable table({left, right, left, left});
  add_metric_rows(table, std::move(shown));
  return table.text() + (others > 0 ? count_text(others, "metric") + " more (--all)\n" : "");
}

/// Documents, settings and rasters: the first of them, or all.
std::string input_lines(const RunHeader& header, const RunDetail& detail) {
  std::vector<std::string> lines;
  for (const auto& document : header.documents)
    lines.push_back(fmt::format("{} {} ({} bytes)", document.kind, document.name, document.text.size()));
  for (const auto& setting : header.overrides) lines.push_back("set " + setting);
  for (const auto& raster : header.rasters)
    lines.push_back(fmt::format("raster {}: {} x {} cells of {} m, from {}", raster.name, raster.nx,
                                raster.ny, raster.cell, raster.source));
  constexpr std::size_t kOnAPage = 12;
  const std::size_t shown = detail.all ? lines.size() : std::min(lines.size(), kOnAPage);
  std::string text;
  for (std::size_t i = 0; i < shown; ++i) text += "  " + shown_line(lines[i]) + "\n";
  return shown < lines.size() ? text + fmt::format("  and {} more (--all)\n", lines.size() - shown) : text;
}

/// The text of the report. Its first lines give the state, the contents, and how the run was computed.
std::string run_text(const RunReader& reader, double duration, const RunDetail& detail) {
  const RunHeader& header = reader.header();
  std::string text = fmt::format("run file of {}: {}\n", shown_line(header.scenario), state_text(reader));
  text += fmt::format("  {}, {}, {:.6g} s, {}\n", count_text(reader.frame_count(), "frame"),
                      count_text(reader.keyframe_count(), "keyframe"), duration,
                      count_text(reader.read_events().size(), "event"));
  text += fmt::format("  grouser {}, SIMD level {}, {} at {} s, a frame every {} s, {} between frames\n",
                      header.program_version, header.simd_level, header.integrator, header.dt,
                      header.record_interval, reader.has_peaks() ? "peaks" : "no peaks");
  if (header.parent)
    text += fmt::format("  resumed at {:.6g} s from {}, state {}\n", header.parent->time,
                        shown_line(header.parent->file), hash_text(header.parent->state_hash));
  text += input_lines(header, detail) + metric_rows(read_summary(reader), detail);
  return text + (detail.channels || detail.all ? channel_table(reader) : channel_groups(reader));
}

}  // namespace

Report describe_run_file(const std::filesystem::path& path, const RunDetail& detail) {
  const RunReader reader(path);
  const RunHeader& header = reader.header();
  const double duration = duration_of(reader);
  Report report;
  report.json = {{"kind", "run"},
                 {"file", path.string()},
                 {"scenario", header.scenario},
                 {"program_version", header.program_version},
                 {"simd_level", header.simd_level},
                 {"integrator", header.integrator},
                 {"dt", header.dt},
                 {"record_interval", header.record_interval},
                 {"closed_cleanly", reader.closed_cleanly()},
                 {"recovered", !reader.closed_cleanly()},
                 {"uncommitted_frames", reader.uncommitted_frames()},
                 {"damaged_frame", reader.find_damaged_frame() ? Json(*reader.find_damaged_frame()) : Json()},
                 {"frames", reader.frame_count()},
                 {"keeps_peaks", reader.has_peaks()},
                 {"keyframes", reader.keyframe_count()},
                 {"events", reader.read_events().size()},
                 {"duration", duration},
                 {"parent", parent_json(header)},
                 {"overrides", header.overrides},
                 {"bodies", header.body_names},
                 {"documents", documents_json(reader)},
                 {"rasters", rasters_json(reader)},
                 {"channels", channels_json(reader)},
                 {"notes", notes_of(header, read_summary(reader))},
                 {"summary", read_summary(reader)}};
  report.text = run_text(reader, duration, detail);
  report.notes = notes_of(header, read_summary(reader));
  if (const auto damaged = reader.find_damaged_frame())
    report.notes.push_back(fmt::format(
        "frame {} and those after it are not as recorded (damaged); 'grouser repair' keeps what is before",
        *damaged));
  if (!reader.closed_cleanly()) report.notes.push_back("'grouser repair' writes a clean copy");
  return report;
}

}  // namespace grouser::cli
