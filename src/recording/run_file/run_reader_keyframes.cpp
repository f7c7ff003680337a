// Keyframes of a run file, and the ground that they add up to.
#include <algorithm>
#include <map>

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
  if (hasher.value() != keyframe_hashes[keyframe])
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

// Only the last version of each tile is handed out, and only that is read. A hash covers a keyframe's tiles together, so that a
// keyframe which was never checked is read whole, once.
std::vector<StoredTile> RunReader::Impl::read_tiles(std::size_t first, std::size_t last) const {
  const std::uint64_t begin = keyframe_tiles[first].begin;
  const std::size_t width = tile_width();
  const TilePlaces places = read_places(first, last);
  std::map<std::pair<std::int32_t, std::int32_t>, std::size_t> row_of;  // last version, counted from `begin`
  for (std::size_t row = 0; row < places.i.size(); ++row) row_of[{places.i[row], places.j[row]}] = row;
  std::vector<StoredTile> tiles;
  std::vector<StoredTile*> wanted(places.i.size());  // by row
  tiles.reserve(row_of.size());
  for (const auto& [place, row] : row_of)
    wanted[row] = &tiles.emplace_back(StoredTile{place.first, place.second, {}});
  std::vector<double> numbers;
  const auto take = [&](std::size_t row, std::size_t count) {
    numbers.resize(count * width);
    columns.keyframes.tile_values.read(numbers.data(), begin + row, count);
    for (std::size_t k = 0; k < count; ++k) {
      const auto tile = std::span<const double>(numbers).subspan(k * width, width);
      if (wanted[row + k]) wanted[row + k]->values.assign(tile.begin(), tile.end());
    }
  };
  constexpr std::size_t kMostRows = 64;  // read at once
  for (std::size_t k = first; k <= last; ++k) {
    const std::size_t from = keyframe_tiles[k].begin - begin, count = keyframe_tiles[k].count;
    if (!keyframe_checked[k]) {
      take(from, count);
      check_keyframe(k, read_dynamics(k), std::span(places.i).subspan(from, count),
                     std::span(places.j).subspan(from, count), numbers);
      continue;
    }
    for (std::size_t row = from; row < from + count;) {
      std::size_t rows = 0;
      while (row + rows < from + count && rows < kMostRows && wanted[row + rows]) ++rows;
      if (rows > 0) take(row, rows);
      row += std::max<std::size_t>(rows, 1);
    }
  }
  return tiles;
}

Keyframe RunReader::read_keyframe(std::size_t keyframe) const {
  Keyframe result;
  result.frame = keyframe_frame(keyframe);
  std::size_t first = keyframe;  // becomes the last full one
  while (impl_->keyframe_full[first] == 0) --first;
  impl_->guard([&] {
    result.tiles = impl_->read_tiles(first, keyframe);
    result.dynamics = impl_->read_dynamics(keyframe);
  });
  return result;
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
