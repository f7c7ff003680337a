// SPDX-License-Identifier: BSD-3-Clause
// Data that a RunReader holds of its file. Private to the recording module.
#pragma once
#include <algorithm>
#include <cmath>
#include <map>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "grouser/base/error.hpp"
#include "grouser/recording/run_file/run_reader.hpp"
#include "hdf5.hpp"
#include "run_columns.hpp"
#include "run_header_io.hpp"
#include "run_layout.hpp"
#include "run_open.hpp"

namespace grouser {

/// Places of tiles, in tiles from the origin.
struct TilePlaces {
  std::vector<std::int32_t> i, j;
};

/// Message about a frame that is damaged.
std::string damaged_frame(std::size_t frame);

struct RunReader::Impl {
  explicit Impl(const std::filesystem::path& path_);
  ~Impl();

  // Takes what the file is now; it may be growing.
  void open();
  void close();
  void read_summary();
  // Whether its recording did not come to its end, so that its counts may promise rows that were lost.
  bool left_behind() const;
  // Cuts such a file to the number of frames that all channels have.
  void trim_to_channels();
  // Cuts such a file before the first frame that is not as it was recorded.
  void trim_frames();
  void check_counts();
  // Throws if the file has fewer rows; for a file that was left behind it lowers the count instead.
  void check_count(const hdf5::Column& column, std::uint64_t& count, std::uint64_t bytes_a_row);
  // Opens the channels, before frames are read: a file has hundreds, and a reader of keyframes needs none.
  void need_channels();
  void read_keyframe_rows();
  std::size_t rows_in_order(std::size_t n) const;
  void check_keyframe_ranges();
  // Reads a block of frames around `frame` into the cache.
  void load_block(std::size_t frame);
  std::uint64_t row_hash_in_block(std::size_t row) const;
  bool is_damaged_in_block(std::size_t row) const {
    return row_hash_in_block(row) != block_row_hash[row] || !std::isfinite(block_time[row]);
  }
  // Whether frames from `begin` on are what was recorded, and none earlier than the one before it. `last`:
  // time of the frame before them, then of their last one. Reads channel by channel, each in one piece.
  bool are_good(std::size_t begin, std::size_t rows, double& last) const;
  // Checks frames behind the checked ones; good_frames is known once all are checked or one is damaged.
  void check_some_frames(std::size_t blocks);
  // Counts these frames behind the checked ones as checked too if all of them are good.
  bool take_good(std::size_t rows);
  // Number of frames before the first damaged one, or of all; found once, a piece of the file at a time.
  std::size_t count_good_frames();
  // Numbers of all frames are handed out only if all of them are what was recorded.
  void need_good_frames();
  // Reads the peaks up to the last frame, once.
  void need_peaks();
  KeyframeChange read_change(std::size_t keyframe) const;
  std::size_t tile_width() const {
    return static_cast<std::size_t>(std::max(stored.header.values_per_tile, 1));
  }
  std::vector<double> read_dynamics(std::size_t keyframe) const;
  /// The tiles of a range of keyframes, by their places.
  TilePlaces read_places(std::size_t first, std::size_t last) const;
  /// Compares a keyframe with its hash where that was not done before. i, j, values: of its own tiles.
  void check_keyframe(std::size_t keyframe, std::span<const double> dynamics, std::span<const std::int32_t> i,
                      std::span<const std::int32_t> j, std::span<const double> values) const;
  /// Throws for a hash that is not the keyframe's; else it is not checked again.
  void note_hash(std::size_t keyframe, std::uint64_t found) const;
  class TileSum;
  /// Checks unchecked keyframes from this one on and takes their tiles; returns the one after them.
  std::size_t take_unchecked(std::size_t keyframe, std::size_t last, TileSum& sum) const;
  /// Keyframes that are compared with their hashes: all, or none beyond those compared before.
  enum class Compared { all, before };
  /// Takes tiles of some keyframes from this one on; returns the one after them.
  std::size_t take_some(std::size_t keyframe, std::size_t last, Compared compared, TileSum& sum) const;
  /// The tiles that keyframes add up to, sorted by place; holds the file for a part of them at a time.
  std::vector<StoredTile> read_tiles(std::size_t last, Compared compared) const;
  std::size_t full_keyframe(std::size_t keyframe) const;
  template <class T>
  std::vector<T> read_all(const hdf5::Column& column, std::uint64_t rows) const;
  // The same; of a file that was left behind as many of them from the first one on as can be read.
  template <class T>
  std::vector<T> read_most(const hdf5::Column& column, std::uint64_t rows) const;
  // One number of every frame, all frames checked where they are not checked later.
  template <class T>
  std::vector<T> read_rows(const hdf5::Column& column);
  // Runs what reads the file; a failure becomes an InputError with the file's name.
  template <class F>
  auto guard(F&& read) const;

  std::filesystem::path path;
  hdf5::Handle file;
  StoredHeader stored;
  std::map<std::string, std::size_t> index_of;
  RunColumns columns;
  run_layout::Commit commit;
  std::uint64_t promised_frames = 0;  // by the file's own count
  bool whole = false, unclosed = false, growing = false;
  std::string summary;

  struct Range {
    std::uint64_t begin, count;
  };
  std::vector<std::uint64_t> keyframe_frames;
  std::vector<std::uint8_t> keyframe_full;
  std::vector<std::uint64_t> keyframe_hashes;
  /// 1: read before, and as its hash says. Seeking back and forth then does not hash the ruts of hours anew.
  mutable std::vector<std::uint8_t> keyframe_checked;
  std::vector<Range> keyframe_values, keyframe_tiles;

  static constexpr std::size_t kBlock = 512;     // frames; as the writer's default chunk
  static constexpr std::size_t kManyBlocks = 8;  // checked at once when no caller waits: twice as fast
  std::size_t block_begin = 0, block_rows = 0;
  std::vector<double> block_values;  // channel by channel, block_rows each
  std::vector<double> block_time;
  std::vector<std::uint64_t> block_step, block_state_hash, block_row_hash;
  bool checked_later = false;                 // by the reader's owner
  std::size_t checked_frames = 0;             // so many are good
  double checked_time = -INFINITY;            // s, of the last of them; time never decreases
  std::optional<std::size_t> good_frames;     // once they were counted
  std::optional<std::vector<RunPeak>> peaks;  // by channel and time, once they were read
  std::uint64_t uncounted_bytes = 0;          // of the file, that no dataset was found to need
};

template <class F>
auto RunReader::Impl::guard(F&& read) const {
  const auto held = hdf5::lock();
  try {
    return read();
  } catch (const hdf5::Failure& e) {
    throw InputError(path.string(), e.what(), run_open::kExpected);
  } catch (const std::bad_alloc&) {
    throw InputError(path.string() + ": not enough memory to read this run file");
  }
}

template <class T>
std::vector<T> RunReader::Impl::read_all(const hdf5::Column& column, std::uint64_t rows) const {
  std::vector<T> values(rows);
  column.read(values.data(), 0, rows);
  return values;
}

template <class T>
std::vector<T> RunReader::Impl::read_most(const hdf5::Column& column, std::uint64_t rows) const {
  if (!left_behind()) return read_all<T>(column, rows);
  constexpr std::uint64_t kPiece = 64;
  std::vector<T> values(rows);
  for (std::uint64_t done = 0; done < rows; done += kPiece) try {
      column.read(values.data() + done, done, std::min(kPiece, rows - done));
    } catch (const hdf5::Failure&) {
      values.resize(done);
      break;
    }
  return values;
}

template <class T>
std::vector<T> RunReader::Impl::read_rows(const hdf5::Column& column) {
  if (!checked_later) need_good_frames();
  return guard([&] { return read_all<T>(column, commit.frames); });
}

}  // namespace grouser
