// What the counts of a run file must agree on before anything is read by them.
#include <algorithm>

#include "run_reader_impl.hpp"

namespace grouser {

using hdf5::Failure;

// Each count must be covered by rows, and all rows together by bytes on disk: a forged count never makes us
// allocate, nor does one dataset under many names make us work for more than the file holds.
void RunReader::Impl::check_count(const hdf5::Column& column, std::uint64_t count,
                                  std::uint64_t bytes_a_row) {
  if (count > column.rows())
    throw Failure("dataset '" + column.name() + "' with fewer rows than the " + std::to_string(count) +
                  " committed");
  if (count > uncounted_bytes / bytes_a_row)
    throw Failure("dataset '" + column.name() + "' with more rows than the file has bytes for");
  uncounted_bytes -= count * bytes_a_row;
}

void RunReader::Impl::check_counts() {
  uncounted_bytes = hdf5::file_bytes(file);
  const auto covered = [&](const auto&... counted) { check_count(counted...); };
  const auto& f = columns.frames;
  for (const auto* column : {&f.time, &f.step, &f.state_hash, &f.row_hash})
    covered(*column, commit.frames, 8);
  const auto& k = columns.keyframes;
  for (const auto* column : {&k.frame, &k.value_begin, &k.value_count, &k.tile_begin, &k.tile_count, &k.hash})
    covered(*column, commit.keyframes, 8);
  covered(k.full, commit.keyframes, 1);
  covered(k.values, commit.keyframe_values, 8);
  covered(k.tile_i, commit.keyframe_tiles, 4);
  covered(k.tile_j, commit.keyframe_tiles, 4);
  covered(k.tile_values, commit.keyframe_tiles,
          8u * static_cast<unsigned>(std::max(stored.header.values_per_tile, 1)));
  const auto& e = columns.events;
  for (const auto* column : {&e.time, &e.hash}) covered(*column, commit.events, 8);
  covered(e.kind, commit.events, kEventKindBytes);
  covered(e.text, commit.events, kEventTextBytes);
  covered(columns.summary, commit.summary_bytes, 1);
}

void RunReader::Impl::need_channels() {
  if (columns.frames.channels.size() == stored.channels.size()) return;
  auto opened = open_channel_columns(file, stored.channels);
  for (const auto& column : opened) check_count(column, commit.frames, 8);
  columns.frames.channels = std::move(opened);
}

void RunReader::Impl::check_keyframe_ranges() {
  const auto& k = columns.keyframes;
  const std::uint64_t n = commit.keyframes;
  keyframe_frames = read_all<std::uint64_t>(k.frame, n);
  keyframe_full = read_all<std::uint8_t>(k.full, n);
  keyframe_hashes = read_all<std::uint64_t>(k.hash, n);
  keyframe_checked.assign(n, 0);
  const auto ranges = [&](const hdf5::Column& begin, const hdf5::Column& count, std::uint64_t limit) {
    const auto begins = read_all<std::uint64_t>(begin, n), counts = read_all<std::uint64_t>(count, n);
    std::vector<Range> result;
    std::uint64_t next = 0;  // one follows the other
    for (std::uint64_t i = 0; i < n; ++i) {
      if (begins[i] != next || counts[i] > limit - next)
        throw Failure("a keyframe that points outside its part of the file");
      result.push_back({begins[i], counts[i]});
      next += counts[i];
    }
    return result;
  };
  keyframe_values = ranges(k.value_begin, k.value_count, commit.keyframe_values);
  keyframe_tiles = ranges(k.tile_begin, k.tile_count, commit.keyframe_tiles);
  for (std::uint64_t i = 0; i < n; ++i)
    if (keyframe_frames[i] >= commit.frames || (i > 0 && keyframe_frames[i] <= keyframe_frames[i - 1]))
      throw Failure("keyframes out of order");
  if (n > 0 && keyframe_full[0] != 1) throw Failure("a first keyframe that is not full");
}

}  // namespace grouser
