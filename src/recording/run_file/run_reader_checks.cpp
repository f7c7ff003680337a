// SPDX-License-Identifier: BSD-3-Clause
// Checks that the counts of a run file agree before anything is read by them, and that frames are as they
// were recorded.
#include <algorithm>

#include "run_reader_impl.hpp"

namespace grouser {

using hdf5::Failure;
namespace layout = run_layout;

// Each count must be covered by rows, and all rows together by bytes on disk: a forged count never makes the
// reader allocate, and one dataset under many names does not make it work for more than the file holds.
void RunReader::Impl::check_count(const hdf5::Column& column, std::uint64_t& count,
                                  std::uint64_t bytes_a_row) {
  if (left_behind()) count = std::min({count, std::uint64_t{column.rows()}, uncounted_bytes / bytes_a_row});
  if (count > column.rows())
    throw Failure("dataset '" + column.name() + "' with fewer rows than the " + std::to_string(count) +
                  " committed");
  if (count > uncounted_bytes / bytes_a_row)
    throw Failure("dataset '" + column.name() + "' with more rows than the file has bytes for");
  uncounted_bytes -= count * bytes_a_row;
}

bool RunReader::Impl::left_behind() const { return unclosed && !growing; }

void RunReader::Impl::trim_to_channels() {
  columns.frames.channels = open_channel_columns(file, stored.channels);
  for (const hdf5::Column& channel : columns.frames.channels)
    commit.frames = std::min<std::uint64_t>(commit.frames, channel.rows());
  commit.frames =
      std::min(commit.frames, hdf5::file_bytes(file) / (8 * (4 + columns.frames.channels.size())));
}

void RunReader::Impl::trim_frames() {
  while (!good_frames && checked_frames < commit.frames) check_some_frames(kManyBlocks);
  commit.frames = good_frames.value_or(0);
  while (!keyframe_frames.empty() && keyframe_frames.back() >= commit.frames) {
    keyframe_frames.pop_back();
    keyframe_values.pop_back();
    keyframe_tiles.pop_back();
  }
}

void RunReader::Impl::check_counts() {
  uncounted_bytes = hdf5::file_bytes(file);
  if (left_behind()) trim_to_channels();
  const auto& f = columns.frames;
  for (const auto* column : {&f.time, &f.step, &f.state_hash, &f.row_hash})
    check_count(*column, commit.frames, 8);
  const auto& k = columns.keyframes;
  for (const auto* column : {&k.frame, &k.value_begin, &k.value_count, &k.tile_begin, &k.tile_count, &k.hash})
    check_count(*column, commit.keyframes, 8);
  check_count(k.full, commit.keyframes, 1);
  check_count(k.values, commit.keyframe_values, 8);
  check_count(k.tile_i, commit.keyframe_tiles, 4);
  check_count(k.tile_j, commit.keyframe_tiles, 4);
  check_count(k.tile_values, commit.keyframe_tiles,
              8u * static_cast<unsigned>(std::max(stored.header.values_per_tile, 1)));
  const auto& e = columns.events;
  for (const auto* column : {&e.time, &e.hash}) check_count(*column, commit.events, 8);
  check_count(e.kind, commit.events, kEventKindBytes);
  check_count(e.text, commit.events, kEventTextBytes);
  check_count(columns.summary, commit.summary_bytes, 1);
}

void RunReader::Impl::need_channels() {
  if (columns.frames.channels.size() == stored.channels.size()) return;
  auto opened = open_channel_columns(file, stored.channels);
  for (const auto& column : opened) check_count(column, commit.frames, 8);
  columns.frames.channels = std::move(opened);
}

// The number of keyframes is that for which all columns can be read.
void RunReader::Impl::read_keyframe_rows() {
  const auto& k = columns.keyframes;
  keyframe_frames = read_most<std::uint64_t>(k.frame, commit.keyframes);
  keyframe_full = read_most<std::uint8_t>(k.full, keyframe_frames.size());
  keyframe_hashes = read_most<std::uint64_t>(k.hash, keyframe_full.size());
  std::size_t n = keyframe_hashes.size();
  for (const auto* column : {&k.value_begin, &k.value_count, &k.tile_begin, &k.tile_count})
    n = read_most<std::uint64_t>(*column, n).size();
  if (left_behind()) n = rows_in_order(n);
  commit.keyframes = n;
  keyframe_frames.resize(n);
  keyframe_full.resize(n);
  keyframe_hashes.resize(n);
  keyframe_checked.assign(n, 0);
}

// Number of keyframes, from the first on, that point into the file and follow each other without gaps.
std::size_t RunReader::Impl::rows_in_order(std::size_t n) const {
  const auto& k = columns.keyframes;
  const auto value_begins = read_all<std::uint64_t>(k.value_begin, n),
             value_counts = read_all<std::uint64_t>(k.value_count, n),
             tile_begins = read_all<std::uint64_t>(k.tile_begin, n),
             tile_counts = read_all<std::uint64_t>(k.tile_count, n);
  std::uint64_t value = 0, tile = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const bool rising = i == 0 ? keyframe_full[0] == 1 : keyframe_frames[i] > keyframe_frames[i - 1];
    if (!rising || keyframe_frames[i] >= commit.frames || value_begins[i] != value ||
        tile_begins[i] != tile || value_counts[i] > commit.keyframe_values - value ||
        tile_counts[i] > commit.keyframe_tiles - tile)
      return i;
    value += value_counts[i];
    tile += tile_counts[i];
  }
  return n;
}

void RunReader::Impl::check_keyframe_ranges() {
  const auto& k = columns.keyframes;
  const std::uint64_t n = commit.keyframes;
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

std::string damaged_frame(std::size_t frame) {
  return "frame " + std::to_string(frame) +
         " that differs from its hash (damaged; 'grouser repair' keeps what is before it)";
}

bool RunReader::Impl::are_good(std::size_t begin, std::size_t rows, double& last) const {
  const auto& f = columns.frames;
  std::vector<double> numbers(rows);
  std::vector<std::uint64_t> steps(rows), hashes(rows);
  const auto read = [&](const hdf5::Column& column, auto& into) { column.read(into.data(), begin, rows); };
  read(f.time, numbers), read(f.step, steps), read(f.state_hash, hashes);
  double before = last;
  std::vector<layout::RowHasher> hashers;
  hashers.reserve(rows);
  for (std::size_t row = 0; row < rows; ++row) {
    if (!std::isfinite(numbers[row]) || numbers[row] < before) return false;
    before = numbers[row];
    hashers.emplace_back(numbers[row], steps[row], hashes[row]);
  }
  for (const hdf5::Column& channel : f.channels) {
    read(channel, numbers);
    for (std::size_t row = 0; row < rows; ++row) hashers[row].add(numbers[row]);
  }
  read(f.row_hash, hashes);
  for (std::size_t row = 0; row < rows; ++row)
    if (hashers[row].value() != hashes[row]) return false;
  last = before;
  return true;
}

void RunReader::Impl::check_some_frames(std::size_t blocks) {
  need_channels();
  std::size_t rows = std::min<std::size_t>(blocks * kBlock, commit.frames - checked_frames);
  if (take_good(rows)) {
    if (checked_frames == commit.frames) good_frames = checked_frames;
    return;
  }
  // Bisection: the first bad frame is among these; if the first half is good, it is in the second.
  while (rows > 1) rows = take_good(rows / 2) ? rows - rows / 2 : rows / 2;
  good_frames = checked_frames;
}

bool RunReader::Impl::take_good(std::size_t rows) {
  try {
    if (!are_good(checked_frames, rows, checked_time)) return false;
  } catch (const Failure&) {  // numbers that cannot be read cannot be judged
    return false;
  }
  checked_frames += rows;
  return true;
}

std::size_t RunReader::Impl::count_good_frames() {
  const auto done = [&] {
    if (!good_frames) check_some_frames(kManyBlocks);
    return good_frames.has_value();
  };
  while (!guard(done)) continue;
  return *good_frames;
}

void RunReader::Impl::need_good_frames() {
  const std::size_t good = count_good_frames();
  guard([&] {
    if (good < commit.frames) throw Failure(damaged_frame(good));
  });
}

}  // namespace grouser
