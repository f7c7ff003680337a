// SPDX-License-Identifier: BSD-3-Clause
// The ground's memory in tiles that copies of a state share until one of them writes. A depth is bilinear
// between the middles of cells; of one layer the hash is a sum over cells, kept up with every write.
#include "grouser/terrain/memory/ground_memory.hpp"

#include <atomic>
#include <cmath>

#include "grouser/base/error.hpp"
#include "grouser/base/hash.hpp"
#include "memory_tiles.hpp"

namespace grouser {

namespace {

// Floor without the C library, where it is a function call on processors before SSE 4.1.
long long floor_of(double x) {
  const auto k = static_cast<long long>(x);
  return k - (x < static_cast<double>(k));
}

/// Hash of a cell's value. An untouched cell contributes nothing.
class CellHash {
 public:
  CellHash(TileKey key, int index) {
    place_.add((static_cast<std::uint64_t>(static_cast<std::uint32_t>(key.i)) << 32) |
               static_cast<std::uint32_t>(key.j));
    place_.add(static_cast<std::uint64_t>(index));
  }
  std::uint64_t of(double value) const {
    if (value == 0.0) return 0;
    Hasher hasher = place_;
    hasher.add(value);
    return hasher.value();
  }

 private:
  Hasher place_;
};

}  // namespace

GroundMemory::GroundMemory(double cell, int layers) : cell_(cell), layers_(layers) {
  if (layers < 1) throw InputError("ground memory", std::to_string(layers) + " layers", "at least one");
  if (!(cell > 0.0) || !std::isfinite(cell))
    throw InputError("ground memory", std::to_string(cell) + " m as cell size", "a cell size > 0");
}

std::size_t GroundMemory::place_of(TileKey key) const {
  const auto it = std::lower_bound(entries_.begin(), entries_.end(), key,
                                   [](const Entry& e, const TileKey& k) { return e.key < k; });
  return static_cast<std::size_t>(it - entries_.begin());
}

const GroundMemory::Tile* GroundMemory::find(TileKey key, TileHint& hint) const {
  // The hint names the place where the tile was last; where it is wrong, the sorted list is searched.
  std::size_t& known = hint.of(key);
  if (known < entries_.size() && entries_[known].key == key) return entries_[known].tile.get();
  const std::size_t place = place_of(key);
  if (place == entries_.size() || entries_[place].key != key) return nullptr;
  known = place;
  return entries_[place].tile.get();
}

GroundMemory::Entry& GroundMemory::own(TileKey key, std::size_t& place) {
  if (place >= entries_.size() || entries_[place].key != key) place = place_of(key);
  if (place == entries_.size() || entries_[place].key != key)
    entries_.insert(entries_.begin() + static_cast<std::ptrdiff_t>(place),
                    Entry{key, std::make_shared<Tile>(tile_size())});
  Entry& entry = entries_[place];
  if (entry.tile.use_count() != 1) entry.tile = std::make_shared<Tile>(*entry.tile);
  // whoever shared the tile before has finished reading it before we write
  std::atomic_thread_fence(std::memory_order_acquire);
  return entry;
}

double GroundMemory::depth(double x, double y) const {
  TileHint hint;
  return depth(x, y, hint);
}

MemorySample GroundMemory::sample(double x, double y, TileHint& hint) const {
  if (!touched_) return {};
  // bilinear between the centres of the four cells around the point
  const double u = x / cell_ - 0.5, v = y / cell_ - 0.5;
  const double column = std::floor(u), row = std::floor(v);
  const double s = u - column, t = v - row;
  const auto west = static_cast<long long>(column), below = static_cast<long long>(row);
  double corner[2][2];
  if ((west & kTileMask) < kTileMask && (below & kTileMask) < kTileMask) {
    // all four in one tile
    const CellAddress at = address_of(west, below);
    const Tile* tile = find(at.tile, hint);
    if (!tile) return {};
    const double* value = tile->values.data() + at.index;
    corner[0][0] = value[0];
    corner[0][1] = value[1];
    corner[1][0] = value[kCells];
    corner[1][1] = value[kCells + 1];
  } else {
    for (int j = 0; j < 2; ++j)
      for (int i = 0; i < 2; ++i) {
        const CellAddress at = address_of(west + i, below + j);
        const Tile* tile = find(at.tile, hint);
        corner[j][i] = tile ? tile->values[at.index] : 0.0;
      }
  }
  const double south = (1.0 - s) * corner[0][0] + s * corner[0][1];
  const double north = (1.0 - s) * corner[1][0] + s * corner[1][1];
  const double along_x = (1.0 - t) * (corner[0][1] - corner[0][0]) + t * (corner[1][1] - corner[1][0]);
  return {(1.0 - t) * south + t * north, along_x / cell_, (north - south) / cell_};
}

MemoryWindow GroundMemory::window(const Vec2& low, const Vec2& high, std::span<double> buffer,
                                  TileHint& hint) const {
  MemoryWindow w;
  if (!touched_) return w;
  const long long west = floor_of(low.x() / cell_ - 0.5), south = floor_of(low.y() / cell_ - 0.5);
  const long long east = floor_of(high.x() / cell_ - 0.5) + 1, north = floor_of(high.y() / cell_ - 0.5) + 1;
  w.west = static_cast<double>(west);
  w.south = static_cast<double>(south);
  w.columns = static_cast<int>(east - west) + 1;
  w.rows = static_cast<int>(north - south) + 1;
  const CellAddress first = address_of(west, south), last = address_of(east, north);
  // A window within one tile is that tile's own memory; across tiles the values are copied.
  if (first.tile == last.tile) {
    const Tile* tile = find(first.tile, hint);
    if (!tile || !tile->any_in(first.index % kCells, first.index / kCells, w.columns, w.rows)) return w;
    w.touched = true;
    w.values = tile->values.data() + first.index;
    w.stride = kCells;
    return w;
  }
  for_each_part(w, hint, [&](const Tile* tile, const WindowPart& part) {
    w.touched |= tile && tile->any_in(part.tile_column, part.tile_row, part.width, part.height);
  });
  if (!w.touched || static_cast<std::size_t>(w.columns) * w.rows > buffer.size()) return w;
  for_each_part(w, hint, [&](const Tile* tile, const WindowPart& part) {
    for (int k = 0; k < part.height; ++k) {
      double* to = buffer.data() + (part.row + k) * w.columns + part.column;
      if (tile)
        std::copy_n(tile->values.data() + (part.tile_row + k) * kCells + part.tile_column, part.width, to);
      else
        std::fill_n(to, part.width, 0.0);
    }
  });
  w.values = buffer.data();
  w.stride = w.columns;
  return w;
}

bool GroundMemory::touched_near(double x, double y, double radius) const {
  if (!touched_) return false;
  // one cell more: a value reaches half a cell beyond its own cell
  const double side = cell_ * kTileCells, reach = radius + cell_;
  const auto tile_of = [&](double c) { return static_cast<std::int32_t>(floor_of(c / side)); };
  TileHint hint;
  for (std::int32_t i = tile_of(x - reach); i <= tile_of(x + reach); ++i)
    for (std::int32_t j = tile_of(y - reach); j <= tile_of(y + reach); ++j) {
      const Tile* tile = find({i, j}, hint);
      if (tile && tile->any()) return true;
    }
  return false;
}

void GroundMemory::deposit(double x, double y, double depth, TileHint& hint) {
  const CellAddress at = address_of(floor_of(x / cell_), floor_of(y / cell_));
  std::size_t& place = hint.of(at.tile);
  const bool hinted = place < entries_.size() && entries_[place].key == at.tile;
  const Tile* known = hinted ? entries_[place].tile.get() : find(at.tile, hint);
  if (!(depth > (known ? known->values[at.index] : 0.0))) return;
  // a reserved tile that belongs to this copy alone is written in place; otherwise it is copied first
  Entry& entry = known && entries_[place].tile.use_count() == 1 ? entries_[place] : own(at.tile, place);
  std::atomic_thread_fence(std::memory_order_acquire);  // as in own()
  if (layers_ == 1) {
    const CellHash hash(at.tile, at.index);
    hash_ += hash.of(depth) - hash.of(entry.tile->values[at.index]);
  } else {
    entry.dirty = true;
  }
  entry.tile->set(at.index, depth);
  entry.changed = true;
  touched_ = true;
}

void GroundMemory::reserve_ahead(double x, double y, double radius) {
  const double side = cell_ * kTileCells;
  const auto tile_of = [&](double c) { return static_cast<std::int32_t>(floor_of(c / side)); };
  const std::int32_t west = tile_of(x - radius), east = tile_of(x + radius);
  const std::int32_t south = tile_of(y - radius), north = tile_of(y + radius);
  for (std::int32_t i = west; i <= east; ++i) {
    std::size_t place = place_of({i, south});
    // a column's tiles follow each other
    for (std::int32_t j = south; j <= north; ++j, ++place) own({i, j}, place);
  }
}

std::vector<TileKey> GroundMemory::changed_tiles() const {
  std::vector<TileKey> keys;
  for (const Entry& entry : entries_)
    if (entry.changed) keys.push_back(entry.key);
  return keys;
}

std::vector<TileKey> GroundMemory::all_tiles() const {
  std::vector<TileKey> keys;
  for (const Entry& entry : entries_)
    if (entry.tile->any()) keys.push_back(entry.key);
  return keys;
}

std::span<const double> GroundMemory::tile_values(TileKey key) const {
  TileHint hint;
  const Tile* tile = find(key, hint);
  return tile ? std::span<const double>(tile->values) : std::span<const double>();
}

void GroundMemory::clear_changed() {
  for (Entry& entry : entries_) entry.changed = false;
}

void GroundMemory::load_tile(TileKey key, std::span<const double> values) {
  if (values.size() != tile_size())
    throw InputError("ground tile", std::to_string(values.size()) + " values", std::to_string(tile_size()));
  const bool layered = layers_ > 1;
  for (double value : values)
    if (!(value >= 0.0 || layered) || !std::isfinite(value))
      throw InputError("ground tile", std::to_string(value) + " m as sinkage",
                       layered ? "a finite number" : "a finite number >= 0");
  std::size_t place = 0;
  Entry& entry = own(key, place);
  Tile& tile = *entry.tile;
  entry.changed = true;
  if (layered) {
    std::copy(values.begin(), values.end(), tile.values.begin());
    tile.touch_all();
    touched_ |= tile.any();
    entry.dirty = true;
    return;
  }
  for (int k = 0; k < kTileCells * kTileCells; ++k) {
    const CellHash hash(key, k);
    hash_ += hash.of(values[k]) - hash.of(tile.values[k]);
    tile.set(k, values[k]);
    touched_ |= values[k] > 0.0;
  }
}

}  // namespace grouser
