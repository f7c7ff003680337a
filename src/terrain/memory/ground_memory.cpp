#include "grouser/terrain/memory/ground_memory.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cmath>

#include "grouser/base/error.hpp"
#include "grouser/base/hash.hpp"

namespace grouser {

struct GroundMemory::Tile {
  explicit Tile(std::size_t size) : values(size) {}
  std::vector<double> values;                       // layer by layer, row by row, south first
  std::array<std::uint32_t, kTileCells> touched{};  // one bit per cell that has a value, by rows

  void set(int index, double value) {
    values[index] = value;
    const std::uint32_t bit = std::uint32_t{1} << (index % kTileCells);
    std::uint32_t& row = touched[index / kTileCells];
    row = value > 0.0 ? row | bit : row & ~bit;
  }
  bool any_in(int west, int south, int columns, int rows) const {
    const std::uint32_t wanted = static_cast<std::uint32_t>((std::uint64_t{1} << columns) - 1) << west;
    std::uint32_t together = 0;
    for (int row = south; row < south + rows; ++row) together |= touched[row];
    return (together & wanted) != 0;
  }
  /// Marks every cell that has a number in some layer.
  void touch_all() {
    for (std::size_t k = 0; k < values.size(); ++k)
      if (values[k] != 0.0) touched[(k / kTileCells) % kTileCells] |= std::uint32_t{1} << (k % kTileCells);
  }
  bool any() const { return any_in(0, 0, kTileCells, kTileCells); }
};

namespace {

constexpr int kCells = GroundMemory::kTileCells;

// Global number of a cell (column east, row north of the origin), split into its tile and its place in the
// tile.
struct CellAddress {
  TileKey tile;
  int index;
};

static_assert(kCells == 32);
constexpr int kTileShift = 5, kTileMask = kCells - 1;

CellAddress address_of(long long column, long long row) {
  // shifts round towards minus infinity for negative numbers too
  const TileKey key{static_cast<std::int32_t>(column >> kTileShift),
                    static_cast<std::int32_t>(row >> kTileShift)};
  return {key, static_cast<int>(row & kTileMask) * kCells + static_cast<int>(column & kTileMask)};
}

// The part of a window that lies in one tile: its place in the window and in the tile.
struct WindowPart {
  int column, row, width, height, tile_column, tile_row;
};

// A window on these cells, with nothing read yet.
MemoryWindow window_of(const MemoryRect& rect) {
  MemoryWindow w;
  w.west = static_cast<double>(rect.west);
  w.south = static_cast<double>(rect.south);
  w.columns = rect.columns;
  w.rows = rect.rows;
  return w;
}

// Floor without the C library, where it is a function call on processors before SSE 4.1.
long long floor_of(double x) {
  const auto k = static_cast<long long>(x);
  return k - (x < static_cast<double>(k));
}

std::uint64_t hash_of_cell(TileKey key, int index, double value) {
  if (value == 0.0) return 0;  // an untouched cell contributes nothing
  Hasher hasher;
  hasher.add((static_cast<std::uint64_t>(static_cast<std::uint32_t>(key.i)) << 32) |
             static_cast<std::uint32_t>(key.j));
  hasher.add(static_cast<std::uint64_t>(index));
  hasher.add(value);
  return hasher.value();
}

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

template <class Visit>
void GroundMemory::for_each_part(const MemoryWindow& w, TileHint& hint, Visit visit) const {
  const auto west = static_cast<long long>(w.west), south = static_cast<long long>(w.south);
  WindowPart part;
  for (part.column = 0; part.column < w.columns; part.column += part.width) {
    const long long from = west + part.column;
    part.tile_column = static_cast<int>(from & kTileMask);
    part.width = std::min(w.columns - part.column, kCells - part.tile_column);
    for (part.row = 0; part.row < w.rows; part.row += part.height) {
      part.tile_row = static_cast<int>((south + part.row) & kTileMask);
      part.height = std::min(w.rows - part.row, kCells - part.tile_row);
      visit(find(address_of(from, south + part.row).tile, hint), part);
    }
  }
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
  const Tile* known = find(at.tile, hint);
  if (!(depth > (known ? known->values[at.index] : 0.0))) return;
  // a reserved tile that belongs to this copy alone is written in place; otherwise it is copied first
  Entry& entry = own(at.tile, hint.of(at.tile));
  hash_ -= hash_of_cell(at.tile, at.index, entry.tile->values[at.index]);
  hash_ += hash_of_cell(at.tile, at.index, depth);
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

void GroundMemory::read(int layer, const MemoryRect& rect, std::span<double> out, TileHint& hint) const {
  const MemoryWindow w = window_of(rect);
  const std::size_t first = static_cast<std::size_t>(layer) * kTileCells * kTileCells;
  for_each_part(w, hint, [&](const Tile* tile, const WindowPart& part) {
    for (int k = 0; k < part.height; ++k) {
      double* to = out.data() + static_cast<std::size_t>(part.row + k) * w.columns + part.column;
      if (tile)
        std::copy_n(tile->values.data() + first + (part.tile_row + k) * kCells + part.tile_column, part.width,
                    to);
      else
        std::fill_n(to, part.width, 0.0);
    }
  });
}

void GroundMemory::write(int layer, const MemoryRect& rect, std::span<const double> values, TileHint& hint) {
  const MemoryWindow w = window_of(rect);
  const std::size_t first = static_cast<std::size_t>(layer) * kTileCells * kTileCells;
  for_each_part(w, hint, [&](const Tile* known, const WindowPart& part) {
    Tile* tile = nullptr;
    for (int k = 0; k < part.height; ++k) {
      const double* from = values.data() + static_cast<std::size_t>(part.row + k) * w.columns + part.column;
      const std::size_t at = first + static_cast<std::size_t>(part.tile_row + k) * kCells + part.tile_column;
      const double* old = known ? known->values.data() + at : nullptr;
      if (!tile) {  // a tile that keeps its numbers is neither copied nor marked
        if (old ? std::equal(from, from + part.width, old)
                : std::all_of(from, from + part.width, [](double x) { return x == 0.0; }))
          continue;
        const TileKey key = address_of(static_cast<long long>(w.west) + part.column,
                                       static_cast<long long>(w.south) + part.row)
                                .tile;
        Entry& entry = own(key, hint.of(key));
        entry.changed = entry.dirty = touched_ = true;
        tile = entry.tile.get();
      }
      std::uint32_t bits = 0;
      for (int i = 0; i < part.width; ++i) bits |= static_cast<std::uint32_t>(from[i] != 0.0) << i;
      std::copy_n(from, part.width, tile->values.data() + at);
      tile->touched[part.tile_row + k] |= bits << part.tile_column;
    }
  });
}

// Four chains side by side, since one must wait for each product. A tile of zeros has the hash of one that does
// not exist.
std::uint64_t GroundMemory::hash_of_tile(const Entry& entry) {
  constexpr std::uint64_t kOdd = 0x9e3779b97f4a7c15ull;
  std::array<std::uint64_t, 4> chain{1, 2, 3, 4};
  std::uint64_t any = 0;
  const std::vector<double>& values = entry.tile->values;
  for (std::size_t k = 0; k < values.size(); k += 4)
    for (std::size_t c = 0; c < 4; ++c) {
      const auto bits = std::bit_cast<std::uint64_t>(values[k + c] + 0.0);
      any |= bits;
      chain[c] = (chain[c] ^ bits) * kOdd;
      chain[c] ^= chain[c] >> 29;
    }
  if (any == 0) return 0;
  Hasher hasher;
  hasher.add((static_cast<std::uint64_t>(static_cast<std::uint32_t>(entry.key.i)) << 32) |
             static_cast<std::uint32_t>(entry.key.j));
  for (const std::uint64_t x : chain) hasher.add(x);
  return hasher.value();
}

std::uint64_t GroundMemory::hash_of_layers() const {
  std::uint64_t sum = 0;
  for (const Entry& entry : entries_) sum += entry.dirty ? hash_of_tile(entry) : entry.tile_hash;
  return sum;
}

void GroundMemory::fold_hashes() {
  if (layers_ == 1) return;
  for (Entry& entry : entries_) {
    if (!entry.dirty) continue;
    entry.tile_hash = hash_of_tile(entry);
    entry.dirty = false;
  }
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
    hash_ -= hash_of_cell(key, k, tile.values[k]);
    hash_ += hash_of_cell(key, k, values[k]);
    tile.set(k, values[k]);
    touched_ |= values[k] > 0.0;
  }
}

}  // namespace grouser
