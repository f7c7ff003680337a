// SPDX-License-Identifier: BSD-3-Clause
// Writes a run file (HDF5, layout in docs/run_file.md) that survives a kill at any moment: single-writer
// mode; at each flush the rows are written first and the count of trusted rows last.
//
// The module has no clock: time is passed in. All functions of recording may be called from any thread (HDF5
// is not thread-safe, so they take turns internally), but one RunWriter belongs to one thread.
#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "grouser/recording/run_file/channel.hpp"
#include "grouser/recording/run_file/keyframe.hpp"
#include "grouser/recording/run_file/run_header.hpp"

namespace grouser {

/// When the file takes its name and replaces what was there before.
enum class RunAppears {
  at_once,     ///< as soon as it can be read; it grows under its name
  when_closed  ///< only when complete
};

/// When what is recorded is put on the disk itself, beyond the operating system's memory.
enum class RunDurability {
  /// At flushes 1, 2, 4, 8, ... and at the close: a power cut loses at most the frames after the last of
  /// them.
  now_and_then,
  every_flush  ///< before a flush's rows count
};

/// Settings by which a run file is written.
struct RunWriterOptions {
  /// flush_if_due() flushes when this much time has passed on the clock passed in, s
  double flush_interval = 0.5;
  int frames_per_block = 512;  ///< frames buffered before they are written, also the chunk size in the file
  RunAppears appears = RunAppears::at_once;                ///< when the file takes its name
  RunDurability durability = RunDurability::now_and_then;  ///< when rows are safe from a power cut
};

/// A run file that is being written. Belongs to one thread.
class RunWriter {
 public:
  /// Makes the file under a temporary name and moves it to `path` when options.appears says; only then is
  /// what was at `path` replaced. Until close() no other program of ours writes a file of that name. Throws
  /// InputError (bad channel or header, or what output_target() refuses) or RunError (a disk error).
  RunWriter(const std::filesystem::path& path, const RunHeader& header,
            const std::vector<ChannelSpec>& channels, RunWriterOptions options = {});
  /// Without close() the file counts as interrupted; what was appended is flushed as far as possible. After a
  /// disk error the file stays as the last flush that succeeded left it.
  ~RunWriter();
  RunWriter(RunWriter&&) noexcept;             ///< movable
  RunWriter& operator=(RunWriter&&) noexcept;  ///< movable

  /// Adds a frame; values in the order of the channels. Buffered: it does not allocate, and the disk is used
  /// only when a block is full. state_hash: of the state at this time. Throws RunError on a disk error.
  void append_frame(double time, std::uint64_t step, std::span<const double> values,
                    std::uint64_t state_hash);
  /// Adds a keyframe of a frame that was appended, in increasing order. Throws InputError on a wrong tile
  /// size or order.
  void append_keyframe(const KeyframeData& keyframe);
  /// Adds the value of a channel at a time between the last frame that was appended and the next one;
  /// buffered: it does not allocate. Throws InputError for a channel that the file does not have.
  void append_peak(double time, std::size_t channel, double value);
  /// Adds a command that was taken at the start of the step after this one, one value for each of the
  /// header's command columns; buffered: it does not allocate. Throws InputError for another number of
  /// values.
  void append_command(double time, std::uint64_t step, std::span<const double> values);
  /// Adds an event; buffered.
  void append_event(double time, std::string_view kind, std::string_view text);

  /// Passes everything appended so far to the operating system: a later kill of the process loses none of it.
  void flush();
  /// Calls flush() if options.flush_interval has passed since the last one by the caller's clock. Call it at
  /// least every half second to lose at most one second. Returns whether it flushed.
  bool flush_if_due(double now_seconds);
  /// Writes the summary, marks the file as complete, closes it and waits until it is on the disk. Throws
  /// RunError also where the file no longer has its name: removed, replaced, or gone with its folder.
  /// Appending afterwards throws RunError.
  void close(std::string_view summary_json);

  std::uint64_t frame_count() const;     ///< appended so far
  std::uint64_t keyframe_count() const;  ///< appended so far
  std::size_t channel_count() const;     ///< channels of a frame

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace grouser
