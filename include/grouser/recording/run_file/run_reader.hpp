// Reads a run file, whole or left behind by a killed run. Only rows that a flush committed are seen.
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
#include "grouser/recording/run_file/run_event.hpp"
#include "grouser/recording/run_file/run_header.hpp"

namespace grouser {

/// What belongs to a frame beside its channels.
struct FrameStamp {
  double time = 0.0;             ///< s
  std::uint64_t step = 0;        ///< number of the simulation step
  std::uint64_t state_hash = 0;  ///< of the whole state
};

class RunReader {
 public:
  /// Throws InputError naming the file, what was found and what was expected if it is no whole run file of
  /// ours. The file may come from anyone and may be being written (docs/security.md).
  explicit RunReader(const std::filesystem::path& path);
  ~RunReader();
  RunReader(RunReader&&) noexcept;
  RunReader& operator=(RunReader&&) noexcept;

  const std::filesystem::path& path() const;
  const RunHeader& header() const;  ///< rasters included
  const std::vector<ChannelSpec>& channels() const;
  /// Throws InputError that names close matches if there is no such channel.
  std::size_t channel_index(const std::string& name) const;
  bool has_channel(const std::string& name) const;

  std::size_t frame_count() const;
  bool closed_cleanly() const;  ///< false: the run was killed or failed before close()
  std::size_t uncommitted_frames()
      const;                           ///< rows found after the last flush, not trusted; 0 in a whole file
  const std::string& summary() const;  ///< JSON text of close(); empty where there is none

  /// Throws InputError if any number of any frame is not what was recorded (its row hash), or time goes back.
  /// Looks through the whole file once.
  void check_frames() const;
  // All frames of one number, after check_frames().
  std::vector<double> read_times() const;                ///< s
  std::vector<std::uint64_t> read_steps() const;         ///< number of the simulation step of each frame
  std::vector<std::uint64_t> read_state_hashes() const;  ///< one a frame
  std::vector<double> read_channel(const std::string& name) const;  ///< one a frame
  /// All channels of one frame, which must be as recorded; neighbours come from a cache.
  FrameStamp read_frame(std::size_t frame, std::span<double> values) const;
  /// The last frame at or before `time` (the first frame if there is none). The file must have a frame.
  std::size_t frame_at(double time) const;

  std::size_t keyframe_count() const;
  std::uint64_t keyframe_frame(std::size_t keyframe) const;  ///< the frame it belongs to
  Keyframe read_keyframe(std::size_t keyframe) const;  ///< tiles assembled from the last full one onwards
  /// What the file itself holds of it.
  KeyframeChange read_keyframe_change(std::size_t keyframe) const;
  /// The last keyframe at or before the frame, if there is one.
  std::optional<std::size_t> keyframe_before(std::size_t frame) const;

  std::vector<RunEvent> read_events() const;

  /// Recomputes every frame's row hash. The first frame whose numbers are not what was appended, or nothing.
  std::optional<std::size_t> find_damaged_frame() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// Whether the file begins like an HDF5 file (not that it is one of ours). False for a folder or a missing
/// file.
bool looks_like_hdf5(const std::filesystem::path& path);

}  // namespace grouser
