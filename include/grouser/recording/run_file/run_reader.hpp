// SPDX-License-Identifier: BSD-3-Clause
// Reads a run file, complete or left behind by a killed run. Only rows committed by a flush are visible.
#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "grouser/recording/run_file/channel.hpp"
#include "grouser/recording/run_file/keyframe.hpp"
#include "grouser/recording/run_file/run_commands.hpp"
#include "grouser/recording/run_file/run_event.hpp"
#include "grouser/recording/run_file/run_header.hpp"
#include "grouser/recording/run_file/run_peak.hpp"

namespace grouser {

/// Data of a frame besides its channels.
struct FrameStamp {
  double time = 0.0;             ///< s
  std::uint64_t step = 0;        ///< number of the simulation step
  std::uint64_t state_hash = 0;  ///< of the whole state
};

/// An open run file, read only.
class RunReader {
 public:
  /// Throws InputError naming the file, what was found and what was expected, if it is not a valid run file
  /// of ours. The file may come from anyone and may be in the process of being written (docs/security.md).
  explicit RunReader(const std::filesystem::path& path);
  ~RunReader();
  RunReader(RunReader&&) noexcept;             ///< movable
  RunReader& operator=(RunReader&&) noexcept;  ///< movable

  const std::filesystem::path& path() const;         ///< path of the file, as it was opened
  const RunHeader& header() const;                   ///< rasters included
  const std::vector<ChannelSpec>& channels() const;  ///< names and units of a frame's numbers, in order

  /// Index of a channel. Throws InputError that names close matches if there is no such channel.
  std::size_t channel_index(const std::string& name) const;
  bool has_channel(const std::string& name) const;  ///< whether the file has a channel of this name

  std::size_t frame_count() const;         ///< frames that can be read
  bool closed_cleanly() const;             ///< false: the run was killed or failed before close()
  std::size_t uncommitted_frames() const;  ///< rows after the last flush, not trusted; 0 in a complete file
  const std::string& summary() const;      ///< JSON text of close(); empty if there is none

  /// Throws InputError if any number of any frame is not what was recorded (by its row hash), or if time
  /// decreases. Reads the whole file once.
  void check_frames() const;
  /// From now on read_...() does not check frames before: the owner checks them by check_some_frames().
  void check_frames_later();
  /// Checks the next few hundred frames; whether there are more to check. Afterwards find_damaged_frame()
  /// costs nothing. A thread may do this while others read.
  bool check_some_frames() const;
  /// Number of frames that were checked so and are as recorded, from the first one on.
  std::size_t checked_frames() const;
  // One number of all frames; check_frames() is done first, unless they are checked later.
  std::vector<double> read_times() const;                ///< s
  std::vector<std::uint64_t> read_steps() const;         ///< number of the simulation step of each frame
  std::vector<std::uint64_t> read_state_hashes() const;  ///< one per frame
  std::vector<double> read_channel(const std::string& name) const;  ///< one per frame

  /// Whether the file keeps least and greatest values between frames: not before November 2026.
  bool has_peaks() const;
  /// Whether it keeps those of this channel. Throws InputError as read_peaks(), and where there is no
  /// such channel.
  bool has_peaks(const std::string& channel) const;
  /// All of them, by channel and time; none in such an older file. The first peak of each channel that
  /// was watched is its value at the first frame. Throws InputError where one is not what was recorded.
  const std::vector<RunPeak>& read_peaks() const;
  /// A channel's frames and its peaks between them. If it was watched, its greatest and least value are those
  /// of all steps, and between any two frames they are those of their steps to a thousandth of its range.
  /// Throws InputError as read_channel() and read_peaks().
  ChannelCurve read_curve(const std::string& name) const;
  /// All channels of one frame, verified against its hash; neighbours come from a cache.
  FrameStamp read_frame(std::size_t frame, std::span<double> values) const;
  /// Index of the last frame at or before `time`, else of the first one. The file must have a frame.
  std::size_t frame_at(double time) const;

  std::size_t keyframe_count() const;                        ///< keyframes that can be read
  std::uint64_t keyframe_frame(std::size_t keyframe) const;  ///< the frame it belongs to

  /// Tiles assembled from the last full keyframe onwards, each keyframe compared with its hash
  Keyframe read_keyframe(std::size_t keyframe) const;
  /// The same without comparing what was not compared before, for who has another read it as above: of all
  /// versions of a tile only the last is read then.
  std::vector<StoredTile> peek_tiles(std::size_t keyframe) const;
  /// The part of a keyframe that is stored with itself.
  KeyframeChange read_keyframe_change(std::size_t keyframe) const;
  /// The last keyframe at or before the frame, if there is one.
  std::optional<std::size_t> keyframe_before(std::size_t frame) const;

  std::vector<RunEvent> read_events() const;  ///< all events, in the order of their times

  /// Recomputes every row hash. Returns the first frame whose numbers are not what was appended, or nothing.
  std::optional<std::size_t> find_damaged_frame() const;

 private:
  friend RunCommands read_commands(const RunReader& run);
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// The commands from outside up to the last frame; without columns if the run has no such table. Throws
/// InputError where a row is not as it was recorded.
RunCommands read_commands(const RunReader& run);

/// Whether the file begins like an HDF5 file (not whether it is one of ours). False for a folder or a missing
/// file.
bool looks_like_hdf5(const std::filesystem::path& path);

}  // namespace grouser
