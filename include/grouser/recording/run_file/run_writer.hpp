// Writes a run file (HDF5, layout in docs/run_file.md) that survives being killed at any moment:
// single-writer mode, rows first and the count of trusted rows last at each flush.
//
// The module has no clock: time is handed in. All functions of recording may be called from any thread (HDF5
// is not thread-safe, so they take turns inside), but one RunWriter belongs to one thread.
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

/// When the file takes its name, and what was there before is replaced.
enum class RunAppears {
  at_once,     ///< as soon as it can be read; it grows under its name
  when_closed  ///< whole or not at all
};

struct RunWriterOptions {
  double flush_interval =
      0.5;  ///< flush_if_due() flushes when this much time has passed, s (of the clock handed in)
  int frames_per_block = 512;  ///< frames buffered before they are written, also the chunk size in the file
  RunAppears appears = RunAppears::at_once;
};

class RunWriter {
 public:
  /// Makes the file under a temporary name and moves it to `path` when options.appears says: what was at
  /// `path` is replaced only then. Until close() nobody else of ours writes a file of that name. Throws
  /// InputError (bad channel or header, or what output_target() refuses) or RunError (the disk refuses).
  RunWriter(const std::filesystem::path& path, const RunHeader& header,
            const std::vector<ChannelSpec>& channels, RunWriterOptions options = {});
  /// Without close() the file counts as interrupted; what was appended is flushed as far as possible.
  ~RunWriter();
  RunWriter(RunWriter&&) noexcept;
  RunWriter& operator=(RunWriter&&) noexcept;

  /// Adds a frame; values in the order of the channels. Buffered: no allocation of ours, and the disk is
  /// touched only when a block is full. state_hash: of the state at this time. Throws RunError if the disk
  /// refuses.
  void append_frame(double time, std::uint64_t step, std::span<const double> values,
                    std::uint64_t state_hash);
  /// Adds a keyframe of a frame that was appended, in rising order. Throws InputError on a wrong tile size or
  /// order.
  void append_keyframe(const KeyframeData& keyframe);
  /// Adds an event; buffered.
  void append_event(double time, std::string_view kind, std::string_view text);

  /// Hands everything appended so far to the operating system: a kill after this loses none of it.
  void flush();
  /// flush() if options.flush_interval has passed since the last one by the caller's clock. Call it at least
  /// every half second to lose at most one second. Returns whether it flushed.
  bool flush_if_due(double now_seconds);
  /// Writes the summary, marks the file as whole, closes it and waits until it is on the disk. Appending
  /// afterwards throws RunError.
  void close(std::string_view summary_json);

  std::uint64_t frame_count() const;     ///< appended so far
  std::uint64_t keyframe_count() const;  ///< appended so far
  std::size_t channel_count() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace grouser
