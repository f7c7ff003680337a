// SPDX-License-Identifier: BSD-3-Clause
// Keyframes of a run file, and the ground that they add up to. A keyframe holds the tiles that changed
// since the one before, a full one all tiles: the ground at a keyframe is the last version of each tile
// from the full keyframe before it on. Hashes are checked once per keyframe.
#include <algorithm>
#include <map>

#include "keyframe_hashes.hpp"
#include "run_layout.hpp"
#include "run_reader_impl.hpp"

namespace grouser {

std::vector<double> RunReader::Impl::read_dynamics(std::size_t keyframe) const {
  const Range values = keyframe_values[keyframe];
  std::vector<double> numbers(values.count);
  columns.keyframes.values.read(numbers.data(), values.begin, values.count);
  return numbers;
}

TilePlaces RunReader::Impl::read_places(std::size_t first, std::size_t last) const {
  const std::uint64_t begin = keyframe_tiles[first].begin;
  const std::size_t count = keyframe_tiles[last].begin + keyframe_tiles[last].count - begin;
  TilePlaces places{std::vector<std::int32_t>(count), std::vector<std::int32_t>(count)};
  columns.keyframes.tile_i.read(places.i.data(), begin, count);
  columns.keyframes.tile_j.read(places.j.data(), begin, count);
  return places;
}

void RunReader::Impl::check_keyframe(std::size_t keyframe, std::span<const double> dynamics,
                                     std::span<const std::int32_t> i, std::span<const std::int32_t> j,
                                     std::span<const double> values) const {
  if (keyframe_checked[keyframe]) return;
  run_layout::KeyframeHasher hasher(keyframe_frames[keyframe], keyframe_full[keyframe] != 0, dynamics);
  const std::size_t width = tile_width();
  for (std::size_t t = 0; t < i.size(); ++t) hasher.add_tile(i[t], j[t], values.subspan(t * width, width));
  note_hash(keyframe, hasher.value());
}

void RunReader::Impl::note_hash(std::size_t keyframe, std::uint64_t found) const {
  if (found != keyframe_hashes[keyframe])
    throw hdf5::Failure("keyframe " + std::to_string(keyframe) + " that differs from its hash (damaged)");
  keyframe_checked[keyframe] = 1;
}

KeyframeChange RunReader::Impl::read_change(std::size_t keyframe) const {
  const Range tiles = keyframe_tiles[keyframe];
  const std::size_t width = tile_width();
  KeyframeChange change;
  change.full = keyframe_full[keyframe] != 0;
  change.own.frame = keyframe_frames[keyframe];
  change.own.dynamics = read_dynamics(keyframe);
  const TilePlaces places = read_places(keyframe, keyframe);
  std::vector<double> numbers(tiles.count * width);
  columns.keyframes.tile_values.read(numbers.data(), tiles.begin, tiles.count);
  check_keyframe(keyframe, change.own.dynamics, places.i, places.j, numbers);
  for (std::size_t t = 0; t < tiles.count; ++t) {
    const auto tile = std::span<const double>(numbers).subspan(t * width, width);
    change.own.tiles.push_back({places.i[t], places.j[t], {tile.begin(), tile.end()}});
  }
  return change;
}

/// The tiles that a range of keyframes adds up to: rows of the file are counted from the first one's.
class RunReader::Impl::TileSum {
 public:
  TileSum(const Impl& reader, std::size_t first, std::size_t last)
      : begin_(reader.keyframe_tiles[first].begin),
        places_(reader.read_places(first, last)),
        wanted_(places_.i.size()) {
    std::map<std::pair<std::int32_t, std::int32_t>, std::size_t> row_of;  // the last version
    for (std::size_t row = 0; row < places_.i.size(); ++row) row_of[{places_.i[row], places_.j[row]}] = row;
    tiles_.reserve(row_of.size());
    for (const auto& [place, row] : row_of)
      wanted_[row] = &tiles_.emplace_back(StoredTile{place.first, place.second, {}});
  }
  std::uint64_t begin() const { return begin_; }
  const TilePlaces& places() const { return places_; }
  bool wants(std::size_t row) const { return wanted_[row] != nullptr; }
  /// Numbers of that many rows from one on.
  void take(std::size_t row, std::span<const double> read, std::size_t width) {
    for (std::size_t k = 0; k < read.size() / width; ++k) {
      const auto tile = read.subspan(k * width, width);
      if (wanted_[row + k]) wanted_[row + k]->values.assign(tile.begin(), tile.end());
    }
  }
  std::vector<StoredTile> result() { return std::move(tiles_); }

  std::vector<double> numbers, dynamics;  ///< read last; kept, because new memory costs as much as reading

 private:
  std::uint64_t begin_;
  TilePlaces places_;
  std::vector<StoredTile> tiles_;
  std::vector<StoredTile*> wanted_;  // by row
};

// A hash covers all tiles of a keyframe, so a keyframe that was never checked is read whole, once. Several
// are read together, so that their numbers are still in the processor's cache when they are hashed.
std::size_t RunReader::Impl::take_unchecked(std::size_t keyframe, std::size_t last, TileSum& sum) const {
  constexpr std::size_t kMostKeyframes = 8, kMostRows = 256;
  std::size_t end = keyframe, rows = 0, values = 0;
  for (; end <= last && !keyframe_checked[end] && end - keyframe < kMostKeyframes; ++end) {
    if (end > keyframe && rows + keyframe_tiles[end].count > kMostRows) break;
    rows += keyframe_tiles[end].count;
    values += keyframe_values[end].count;
  }
  const std::size_t width = tile_width(), from = keyframe_tiles[keyframe].begin - sum.begin();
  std::vector<double>&numbers = sum.numbers, &dynamics = sum.dynamics;
  numbers.resize(rows * width);
  dynamics.resize(values);
  columns.keyframes.tile_values.read(numbers.data(), keyframe_tiles[keyframe].begin, rows);
  columns.keyframes.values.read(dynamics.data(), keyframe_values[keyframe].begin, values);
  std::vector<HashedKeyframe> hashed;
  for (std::size_t k = keyframe; k < end; ++k) {
    const std::size_t row = keyframe_tiles[k].begin - keyframe_tiles[keyframe].begin,
                      count = keyframe_tiles[k].count;
    hashed.push_back({keyframe_frames[k], keyframe_full[k] != 0,
                      std::span(dynamics).subspan(keyframe_values[k].begin - keyframe_values[keyframe].begin,
                                                  keyframe_values[k].count),
                      std::span(sum.places().i).subspan(from + row, count),
                      std::span(sum.places().j).subspan(from + row, count),
                      std::span(numbers).subspan(row * width, count * width)});
  }
  const std::vector<std::uint64_t> hashes = hash_keyframes(hashed, width);
  for (std::size_t k = keyframe; k < end; ++k) note_hash(k, hashes[k - keyframe]);
  sum.take(from, numbers, width);
  return end;
}

std::size_t RunReader::Impl::full_keyframe(std::size_t keyframe) const {
  while (keyframe_full[keyframe] == 0) --keyframe;
  return keyframe;
}

std::size_t RunReader::Impl::take_some(std::size_t keyframe, std::size_t last, Compared compared,
                                       TileSum& sum) const {
  constexpr std::size_t kMostKeyframes = 16, kMostRows = 64;  // rows read at once
  const std::size_t width = tile_width(), most = std::min(last + 1, keyframe + kMostKeyframes);
  for (; keyframe < most; ++keyframe) {
    if (compared == Compared::all && !keyframe_checked[keyframe]) return take_unchecked(keyframe, last, sum);
    const std::size_t from = keyframe_tiles[keyframe].begin - sum.begin(),
                      end = from + keyframe_tiles[keyframe].count;
    for (std::size_t row = from; row < end;) {
      // Read the longest run of wanted rows; an unwanted row is skipped.
      std::size_t rows = 0;
      while (row + rows < end && rows < kMostRows && sum.wants(row + rows)) ++rows;
      sum.numbers.resize(rows * width);
      columns.keyframes.tile_values.read(sum.numbers.data(), sum.begin() + row, rows);
      sum.take(row, sum.numbers, width);
      row += std::max<std::size_t>(rows, 1);
    }
  }
  return keyframe;
}

// Only the last version of each tile is handed out. With Compared::before, keyframes that were not checked
// before are not compared, and only these versions are read of them.
std::vector<StoredTile> RunReader::Impl::read_tiles(std::size_t last, Compared compared) const {
  const std::size_t first = full_keyframe(last);
  TileSum sum = guard([&] { return TileSum(*this, first, last); });
  for (std::size_t k = first; k <= last;) k = guard([&] { return take_some(k, last, compared, sum); });
  return sum.result();
}

Keyframe RunReader::read_keyframe(std::size_t keyframe) const {
  Keyframe result;
  result.frame = keyframe_frame(keyframe);
  result.tiles = impl_->read_tiles(keyframe, Impl::Compared::all);
  result.dynamics = impl_->guard([&] { return impl_->read_dynamics(keyframe); });
  return result;
}

std::vector<StoredTile> RunReader::peek_tiles(std::size_t keyframe) const {
  keyframe_frame(keyframe);  // throws if there is none
  // In one piece: it is short, and its reader is waited for.
  return impl_->guard([&] { return impl_->read_tiles(keyframe, Impl::Compared::before); });
}

KeyframeChange RunReader::read_keyframe_change(std::size_t keyframe) const {
  keyframe_frame(keyframe);  // throws if there is none
  return impl_->guard([&] { return impl_->read_change(keyframe); });
}

std::optional<std::size_t> RunReader::keyframe_before(std::size_t frame) const {
  const auto& frames = impl_->keyframe_frames;
  const auto after = std::upper_bound(frames.begin(), frames.end(), frame);
  if (after == frames.begin()) return std::nullopt;
  return static_cast<std::size_t>(after - frames.begin()) - 1;
}

}  // namespace grouser
