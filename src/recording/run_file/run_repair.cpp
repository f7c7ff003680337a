// SPDX-License-Identifier: BSD-3-Clause
// Copies everything up to the first damaged frame into a new file: frames, then peaks, commands, keyframes
// and events up to the last kept frame. A part that cannot be read is left out from its first damaged row
// on.
#include "grouser/recording/run_file/run_repair.hpp"

#include <algorithm>

#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"
#include "grouser/recording/run_file/run_reader.hpp"
#include "grouser/recording/run_file/run_writer.hpp"

namespace grouser {
namespace {

/// Number of frames before the first damaged one.
std::size_t count_good_frames(const RunReader& reader) {
  return reader.find_damaged_frame().value_or(reader.frame_count());
}

/// Appends a keyframe with its own tiles, full or partial as it was.
void copy_keyframe(const KeyframeChange& change, RunWriter& writer) {
  std::vector<GroundTile> tiles;
  for (const auto& tile : change.own.tiles) tiles.push_back({tile.i, tile.j, tile.values});
  writer.append_keyframe({change.own.frame, change.own.dynamics, tiles, change.full});
}

/// Copies until a keyframe cannot be read correctly, because later ones may depend on it.
void copy_keyframes(const RunReader& reader, std::size_t frames, RunWriter& writer) {
  try {
    for (std::size_t k = 0; k < reader.keyframe_count() && reader.keyframe_frame(k) < frames; ++k)
      copy_keyframe(reader.read_keyframe_change(k), writer);
  } catch (const InputError&) {
    return;
  }
}

/// The events, or none if one of them is damaged.
std::vector<RunEvent> readable_events(const RunReader& reader) {
  try {
    return reader.read_events();
  } catch (const InputError&) {
    return {};
  }
}

std::vector<RunPeak> readable_peaks(const RunReader& reader) {
  try {
    return reader.read_peaks();
  } catch (const InputError&) {
    return {};
  }
}

void copy_peaks(const RunReader& reader, double last_time, RunWriter& writer) {
  std::vector<RunPeak> peaks = readable_peaks(reader);
  std::stable_sort(peaks.begin(), peaks.end(),
                   [](const RunPeak& a, const RunPeak& b) { return a.time < b.time; });
  for (const RunPeak& peak : peaks)
    if (peak.time <= last_time) writer.append_peak(peak.time, peak.channel, peak.value);
}

/// Copies commands before the last kept frame; none if the table is damaged.
void copy_commands(const RunReader& reader, double last_time, RunWriter& writer) {
  RunCommands commands;
  try {
    commands = read_commands(reader);
  } catch (const InputError&) {
    return;
  }
  const std::size_t width = commands.columns.size();
  for (std::size_t k = 0; k < commands.times.size() && commands.times[k] < last_time; ++k)
    writer.append_command(commands.times[k], commands.steps[k],
                          std::span(commands.values).subspan(k * width, width));
}

/// Writes the new file, which appears when it is whole.
void copy_run(const RunReader& reader, std::size_t frames, const std::filesystem::path& out,
              RepairReport& report) {
  RunWriter writer(out, reader.header(), reader.channels(), {.appears = RunAppears::when_closed});
  std::vector<double> values(reader.channels().size());
  double last_time = 0.0;
  for (std::size_t frame = 0; frame < frames; ++frame) {
    const FrameStamp stamp = reader.read_frame(frame, values);
    writer.append_frame(stamp.time, stamp.step, values, stamp.state_hash);
    last_time = stamp.time;
  }
  copy_peaks(reader, last_time, writer);
  copy_commands(reader, last_time, writer);
  copy_keyframes(reader, frames, writer);
  for (const auto& event : readable_events(reader)) {
    if (event.time > last_time) continue;
    writer.append_event(event.time, event.kind, event.text);
    ++report.events_kept;
  }
  report.keyframes_kept = writer.keyframe_count();
  writer.close(reader.summary());
}

}  // namespace

RepairReport repair_run(const std::filesystem::path& in, const std::filesystem::path& out) {
  output_target(out);  // before the work; in place it also refuses a run that is still being written
  const RunReader reader(in);
  const std::size_t frames = count_good_frames(reader);
  RepairReport report;
  report.frames_kept = frames;
  report.frames_lost = reader.frame_count() - frames + reader.uncommitted_frames();
  report.was_whole = reader.closed_cleanly() && report.frames_lost == 0;
  copy_run(reader, frames, out, report);
  return report;
}

}  // namespace grouser
