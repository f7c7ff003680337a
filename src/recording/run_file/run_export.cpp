// SPDX-License-Identifier: BSD-3-Clause
// Writes frames.csv, events.csv, and where the run has them peaks.csv, commands.csv, summary.json and the
// input documents. Numbers have the shortest text that reads back to the same double. export_paths() and
// export_csv() name the files in the same order.
#include "grouser/recording/run_file/run_export.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <fstream>

#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"
#include "grouser/recording/run_file/csv_field.hpp"

namespace grouser {
namespace {
namespace fs = std::filesystem;

// Collects text and writes it in pieces, so that a long run does not need memory of its size.
class TextFile {
 public:
  explicit TextFile(PendingFile& file) : path_(file.path()), out_(file.temporary(), std::ios::binary) {
    flush();
  }
  fmt::memory_buffer& buffer() { return buffer_; }
  void flush_if_large() {
    constexpr std::size_t kPiece = 1u << 20;
    if (buffer_.size() > kPiece) flush();
  }
  void close() {
    flush();
    out_.close();
    if (!out_) fail();
  }

 private:
  void flush() {
    out_.write(buffer_.data(), static_cast<std::streamsize>(buffer_.size()));
    buffer_.clear();
    if (!out_) fail();
  }
  [[noreturn]] void fail() const {
    throw RunError(path_.string() + ": cannot be written: " + std::strerror(errno));
  }

  fs::path path_;
  std::ofstream out_;
  fmt::memory_buffer buffer_;
};

/// Frames as CSV, one row each, with names and units in the header.
void write_frames(const RunReader& reader, PendingFile& file, const ProgressCallback& progress) {
  constexpr std::size_t kFramesBetweenProgress = 256;
  const auto times = reader.read_times();
  const auto steps = reader.read_steps();
  std::vector<double> values(reader.channels().size());
  TextFile out(file);
  const auto end = std::back_inserter(out.buffer());
  fmt::format_to(end, "{}", kFramesCsvBegin);
  for (const auto& channel : reader.channels())
    fmt::format_to(end, ",{}", csv_field(channel.name + " [" + channel.unit + "]"));
  fmt::format_to(end, "\n");
  for (std::size_t frame = 0; frame < times.size(); ++frame) {
    reader.read_frame(frame, values);
    // the shortest text that reads back to the same double
    fmt::format_to(end, "{},{}", times[frame], steps[frame]);
    for (const double value : values)  // NaN: it has no value then, and the cell stays empty
      std::isnan(value) ? fmt::format_to(end, ",") : fmt::format_to(end, ",{}", value);
    fmt::format_to(end, "\n");
    out.flush_if_large();
    if (progress && frame % kFramesBetweenProgress == 0) progress(double(frame) / double(times.size()));
  }
  out.close();
}

/// The events as CSV, by time.
std::string events_text(const RunReader& reader) {
  std::string text = "time [s],kind,text\n";
  // Some are known only after later ones: a verdict, a lift-off that is confirmed.
  std::vector<RunEvent> events = reader.read_events();
  std::stable_sort(events.begin(), events.end(),
                   [](const RunEvent& a, const RunEvent& b) { return a.time < b.time; });
  for (const RunEvent& event : events)
    text += fmt::format("{},{},{}\n", event.time, csv_field(event.kind), csv_field(event.text));
  return text;
}

/// The peaks between frames, by time.
std::string peaks_text(const RunReader& reader) {
  std::string text = "time [s],channel,unit,value\n";
  std::vector<RunPeak> peaks = reader.read_peaks();
  std::stable_sort(peaks.begin(), peaks.end(),
                   [](const RunPeak& a, const RunPeak& b) { return a.time < b.time; });
  const std::vector<double> frames = reader.read_times();
  for (const RunPeak& peak : peaks) {
    if (frames.empty() || peak.time <= frames.front()) continue;  // it says that its channel is watched
    const ChannelSpec& channel = reader.channels()[peak.channel];
    text +=
        fmt::format("{},{},{},{}\n", peak.time, csv_field(channel.name), csv_field(channel.unit), peak.value);
  }
  return text;
}

/// The commands from outside as CSV. A cell is empty if its column was not in force.
std::string commands_text(const RunCommands& commands) {
  std::string text = "time_s,step";
  for (const CommandColumn& column : commands.columns)
    text += "," + csv_field(fmt::format("{} [{}]", column.name, column.unit));
  text += '\n';
  for (std::size_t k = 0; k < commands.times.size(); ++k) {
    text += fmt::format("{},{}", commands.times[k], commands.steps[k]);
    for (std::size_t c = 0; c < commands.columns.size(); ++c) {
      const double value = commands.values[k * commands.columns.size() + c];
      text += std::isnan(value) ? "," : fmt::format(",{}", value);
    }
    text += '\n';
  }
  return text;
}

/// A document's name comes from a file that may be anyone's: only its last part is used, with harmless
/// characters, and its number and kind before it make it different from all others.
std::string safe_file_name(const InputDocument& document, std::size_t number) {
  std::string name = fs::path(document.name).filename().string();
  for (char& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c)) && c != '.' && c != '_' && c != '-') c = '_';
  if (name.empty() || name.front() == '.') name = "document" + name;
  std::string kind = document.kind;
  for (char& c : kind)
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  return fmt::format("{:02}_{}_{}", number, kind, name);
}

}  // namespace

std::vector<fs::path> export_paths(const RunReader& reader, const fs::path& folder) {
  std::vector<fs::path> paths{folder / "frames.csv", folder / "events.csv"};
  if (reader.has_peaks()) paths.push_back(folder / "peaks.csv");
  if (!reader.header().commands.empty()) paths.push_back(folder / "commands.csv");
  if (!reader.summary().empty()) paths.push_back(folder / "summary.json");
  const auto& documents = reader.header().documents;
  for (std::size_t k = 0; k < documents.size(); ++k)
    paths.push_back(folder / "input" / safe_file_name(documents[k], k));
  return paths;
}

std::vector<fs::path> export_csv(const RunReader& reader, const fs::path& folder,
                                 const ProgressCallback& progress) {
  std::error_code ec;
  fs::create_directories(folder, ec);
  if (!fs::is_directory(folder))
    throw InputError(folder.string(), "no folder, and none can be made", "a folder to write in");
  const auto& documents = reader.header().documents;
  const std::vector<fs::path> paths = export_paths(reader, folder);
  // The frames are streamed, because a long run is larger than memory should hold; all else is short.
  PendingFile frames(paths[0]);
  write_frames(reader, frames, progress);
  frames.commit();
  if (!documents.empty()) fs::create_directories(folder / "input", ec);
  write_file_atomically(paths[1], events_text(reader));
  std::size_t next = 2;
  if (reader.has_peaks()) write_file_atomically(paths[next++], peaks_text(reader));
  if (!reader.header().commands.empty())
    write_file_atomically(paths[next++], commands_text(read_commands(reader)));
  if (!reader.summary().empty()) write_file_atomically(paths[next++], reader.summary());
  for (const InputDocument& document : documents) write_file_atomically(paths[next++], document.text);
  if (progress) progress(1.0);
  return paths;
}

}  // namespace grouser
