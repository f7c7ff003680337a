#include <fmt/format.h>

#include "grouser/base/hash.hpp"
#include "grouser/recording/run_reader.hpp"
#include "info_report.hpp"

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

/// The summary that close() wrote, or null.
Json summary_json(const RunReader& reader) {
  const Json summary = Json::parse(reader.summary(), nullptr, false);
  return summary.is_discarded() ? Json() : summary;
}

std::string state_text(const RunReader& reader) {
  if (reader.closed_cleanly()) return "closed cleanly";
  return fmt::format("recovered, footer missing ({} after the last flush not trusted)",
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

std::string channel_table(const RunReader& reader) {
  using enum TextTable::Align;
  TextTable table({left, left, left});
  table.add_header({"channel", "unit", "meaning"});
  for (const auto& channel : reader.channels())
    table.add_row({channel.name, channel.unit, channel.description});
  return table.text();
}

std::string run_text(const RunReader& reader, double duration) {
  const RunHeader& header = reader.header();
  std::string text = fmt::format("run file of {}: {}\n", header.scenario, state_text(reader));
  text += fmt::format("  {}, {}, {:.6g} s, {}\n", count_text(reader.frame_count(), "frame"),
                      count_text(reader.keyframe_count(), "keyframe"), duration,
                      count_text(reader.read_events().size(), "event"));
  text += fmt::format("  grouser {}, SIMD level {}, {} at {} s, a frame every {} s\n", header.program_version,
                      header.simd_level, header.integrator, header.dt, header.record_interval);
  for (const auto& document : header.documents)
    text += fmt::format("  {} {} ({} bytes)\n", document.kind, document.name, document.text.size());
  for (const auto& setting : header.overrides) text += fmt::format("  set {}\n", setting);
  for (const auto& raster : header.rasters)
    text += fmt::format("  raster {}: {} x {} cells of {} m, from {}\n", raster.name, raster.nx, raster.ny,
                        raster.cell, raster.source);
  return text + channel_table(reader);
}

}  // namespace

Report describe_run_file(const std::filesystem::path& path) {
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
                 {"keyframes", reader.keyframe_count()},
                 {"events", reader.read_events().size()},
                 {"duration", duration},
                 {"overrides", header.overrides},
                 {"bodies", header.body_names},
                 {"documents", documents_json(reader)},
                 {"rasters", rasters_json(reader)},
                 {"channels", channels_json(reader)},
                 {"notes", header.warnings},
                 {"summary", summary_json(reader)}};
  report.text = run_text(reader, duration);
  report.notes = header.warnings;
  if (const auto damaged = reader.find_damaged_frame())
    report.notes.push_back(fmt::format(
        "frame {} and those after it are not as recorded (damaged); 'grouser repair' keeps what is before",
        *damaged));
  if (!reader.closed_cleanly()) report.notes.push_back("'grouser repair' writes a clean copy");
  return report;
}

}  // namespace grouser::cli
