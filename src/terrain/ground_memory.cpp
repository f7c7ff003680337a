#include "grouser/terrain/ground_memory.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cmath>

#include "grouser/base/error.hpp"
#include "grouser/base/hash.hpp"

namespace grouser {

struct GroundMemory::Tile {
  std::array<double, kTileCells * kTileCells> values{};  // row by row, south first
  int touched = 0;                                       // cells with a value
};

namespace {

constexpr int kCells = GroundMemory::kTileCells;

// Global number of a cell (column east, row north of the origin) split into its tile and its place in the
// tile.
struct CellAddress {
  TileKey tile;
  int index;
};

static_assert(kCells == 32);
constexpr int kTileShift = 5, kTileMask = kCells - 1;

CellAddress address_of(long long column, long long row) {
  // shifts round down below zero too
  const TileKey key{static_cast<std::int32_t>(column >> kTileShift),
                    static_cast<std::int32_t>(row >> kTileShift)};
  return {key, static_cast<int>(row & kTileMask) * kCells + static_cast<int>(column & kTileMask)};
}

// Without the C library's floor, which is a call on processors before SSE 4.1.
long long floor_of(double x) {
  const auto k = static_cast<long long>(x);
  return k - (x < static_cast<double>(k));
}

std::uint64_t hash_of_cell(TileKey key, int index, double value) {
  if (value == 0.0) return 0;  // an untouched cell weighs nothing
  Hasher hasher;
  hasher.add((static_cast<std::uint64_t>(static_cast<std::uint32_t>(key.i)) << 32) |
             static_cast<std::uint32_t>(key.j));
  hasher.add(static_cast<std::uint64_t>(index));
  hasher.add(value);
  return hasher.value();
}

}  // namespace

GroundMemory::GroundMemory(double cell) : cell_(cell) {
  if (!(cell > 0.0) || !std::isfinite(cell))
    throw InputError("ground memory", std::to_string(cell) + " m as cell size", "a cell size > 0");
}

std::size_t GroundMemory::place_of(TileKey key) const {
  const auto it = std::lower_bound(entries_.begin(), entries_.end(), key,
                                   [](const Entry& e, const TileKey& k) { return e.key < k; });
  return static_cast<std::size_t>(it - entries_.begin());
}

const GroundMemory::Tile* GroundMemory::find(TileKey key, std::size_t& hint) const {
  if (hint < entries_.size() && entries_[hint].key == key) return entries_[hint].tile.get();
  const std::size_t place = place_of(key);
  if (place == entries_.size() || entries_[place].key != key) return nullptr;
  hint = place;
  return entries_[place].tile.get();
}

GroundMemory::Entry& GroundMemory::own(TileKey key, std::size_t& hint) {
  if (hint >= entries_.size() || entries_[hint].key != key) hint = place_of(key);
  if (hint == entries_.size() || entries_[hint].key != key)
    entries_.insert(entries_.begin() + static_cast<std::ptrdiff_t>(hint),
                    Entry{key, std::make_shared<Tile>(), false});
  Entry& entry = entries_[hint];
  if (entry.tile.use_count() != 1) entry.tile = std::make_shared<Tile>(*entry.tile);
  // whoever shared the tile before has read it before we write
  std::atomic_thread_fence(std::memory_order_acquire);
  return entry;
}

double GroundMemory::depth(double x, double y) const {
  std::size_t hint = 0;
  return depth(x, y, hint);
}

MemorySample GroundMemory::sample(double x, double y, std::size_t& hint) const {
  if (entries_.empty()) return {};
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

namespace {

// Values are positive or zero: together zero exactly where all are.
bool any_value(const MemoryWindow& w, const double* values, int stride) {
  std::uint64_t together = 0;
  for (int row = 0; row < w.rows; ++row)
    for (int column = 0; column < w.columns; ++column)
      together |= std::bit_cast<std::uint64_t>(values[row * stride + column]);
  return together != 0;
}

}  // namespace

MemoryWindow GroundMemory::window(const Vec2& low, const Vec2& high, std::span<double> buffer) const {
  MemoryWindow w;
  if (entries_.empty()) return w;
  const long long west = floor_of(low.x() / cell_ - 0.5), south = floor_of(low.y() / cell_ - 0.5);
  const long long east = floor_of(high.x() / cell_ - 0.5) + 1, north = floor_of(high.y() / cell_ - 0.5) + 1;
  w.west = static_cast<double>(west);
  w.south = static_cast<double>(south);
  w.columns = static_cast<int>(east - west) + 1;
  w.rows = static_cast<int>(north - south) + 1;
  const TileKey first = address_of(west, south).tile, last = address_of(east, north).tile;
  std::size_t hint = 0;
  if (first == last) {
    const Tile* tile = find(first, hint);
    if (!tile || tile->touched == 0) return w;
    const double* corner = tile->values.data() + address_of(west, south).index;
    if (!any_value(w, corner, kCells)) return w;
    w.touched = true;
    w.values = corner;
    w.stride = kCells;
    return w;
  }
  for (std::int32_t i = first.i; i <= last.i; ++i)
    for (std::int32_t j = first.j; j <= last.j; ++j)
      if (const Tile* tile = find({i, j}, hint)) w.touched |= tile->touched > 0;
  if (!w.touched || static_cast<std::size_t>(w.columns) * w.rows > buffer.size()) return w;
  copy_window(w, buffer);
  w.touched = any_value(w, buffer.data(), w.columns);
  if (!w.touched) return w;
  w.values = buffer.data();
  w.stride = w.columns;
  return w;
}

void GroundMemory::copy_window(const MemoryWindow& w, std::span<double> buffer) const {
  const auto west = static_cast<long long>(w.west), south = static_cast<long long>(w.south);
  std::size_t hint = 0;
  for (int column = 0; column < w.columns;) {
    // as far as the tile goes
    const long long from = west + column;
    const int width = std::min<int>(w.columns - column, kCells - static_cast<int>(from & kTileMask));
    for (int row = 0; row < w.rows;) {
      const CellAddress at = address_of(from, south + row);
      const int height = std::min<int>(w.rows - row, kCells - at.index / kCells);
      const Tile* tile = find(at.tile, hint);
      for (int k = 0; k < height; ++k) {
        double* to = buffer.data() + (row + k) * w.columns + column;
        if (tile)
          std::copy_n(tile->values.data() + at.index + k * kCells, width, to);
        else
          std::fill_n(to, width, 0.0);
      }
      row += height;
    }
    column += width;
  }
}

bool GroundMemory::touched_near(double x, double y, double radius) const {
  if (entries_.empty()) return false;
  // one cell more: a value reaches half a cell beyond its own cell
  const double side = cell_ * kTileCells, reach = radius + cell_;
  const auto tile_of = [&](double c) { return static_cast<std::int32_t>(floor_of(c / side)); };
  for (std::int32_t i = tile_of(x - reach); i <= tile_of(x + reach); ++i)
    for (std::int32_t j = tile_of(y - reach); j <= tile_of(y + reach); ++j) {
      std::size_t hint = entries_.size();
      const Tile* tile = find({i, j}, hint);
      if (tile && tile->touched > 0) return true;
    }
  return false;
}

void GroundMemory::deposit(double x, double y, double depth, std::size_t& hint) {
  const CellAddress at = address_of(floor_of(x / cell_), floor_of(y / cell_));
  const Tile* known = find(at.tile, hint);
  if (!(depth > (known ? known->values[at.index] : 0.0))) return;
  // a tile reserved and this copy's own is written in place; otherwise right comes before fast
  Entry& entry = own(at.tile, hint);
  double& value = entry.tile->values[at.index];
  if (value == 0.0) ++entry.tile->touched;
  hash_ -= hash_of_cell(at.tile, at.index, value);
  hash_ += hash_of_cell(at.tile, at.index, depth);
  value = depth;
  entry.changed = true;
}

void GroundMemory::reserve_ahead(double x, double y, double radius) {
  const double side = cell_ * kTileCells;
  const auto tile_of = [&](double c) { return static_cast<std::int32_t>(floor_of(c / side)); };
  const std::int32_t west = tile_of(x - radius), east = tile_of(x + radius);
  const std::int32_t south = tile_of(y - radius), north = tile_of(y + radius);
  std::size_t hint = 0;
  for (std::int32_t i = west; i <= east; ++i) {
    hint = place_of({i, south});
    // a column's tiles follow each other
    for (std::int32_t j = south; j <= north; ++j, ++hint) own({i, j}, hint);
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
    if (entry.tile->touched > 0) keys.push_back(entry.key);
  return keys;
}

std::span<const double> GroundMemory::tile_values(TileKey key) const {
  std::size_t hint = entries_.size();
  const Tile* tile = find(key, hint);
  return tile ? std::span<const double>(tile->values) : std::span<const double>();
}

void GroundMemory::clear_changed() {
  for (Entry& entry : entries_) entry.changed = false;
}

void GroundMemory::load_tile(TileKey key, std::span<const double> values) {
  if (values.size() != kTileCells * kTileCells)
    throw InputError("ground tile", std::to_string(values.size()) + " values",
                     std::to_string(kTileCells * kTileCells));
  for (double value : values)
    if (!(value >= 0.0) || !std::isfinite(value))
      throw InputError("ground tile", std::to_string(value) + " m as sinkage", "a finite number >= 0");
  std::size_t hint = 0;
  Entry& entry = own(key, hint);
  Tile& tile = *entry.tile;
  tile.touched = 0;
  for (int k = 0; k < kTileCells * kTileCells; ++k) {
    hash_ -= hash_of_cell(key, k, tile.values[k]);
    hash_ += hash_of_cell(key, k, values[k]);
    tile.values[k] = values[k];
    tile.touched += values[k] > 0.0;
  }
  entry.changed = true;
}

}  // namespace grouser
