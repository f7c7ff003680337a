// SPDX-License-Identifier: BSD-3-Clause
// Ground memories of several layers: rectangles and single cells of them, and the hash of their tiles.
#include <bit>

#include "grouser/base/hash.hpp"
#include "memory_tiles.hpp"

namespace grouser {
namespace {

// A window on these cells, with nothing read yet.
MemoryWindow window_of(const MemoryRect& rect) {
  MemoryWindow w;
  w.west = static_cast<double>(rect.west);
  w.south = static_cast<double>(rect.south);
  w.columns = rect.columns;
  w.rows = rect.rows;
  return w;
}

/// Calls visit(i, count, key, place in the tile) for cells of a rectangle in ascending order, `count` of
/// them beside each other.
template <class Visit>
void for_each_run(const MemoryRect& rect, std::span<const int> cells, Visit visit) {
  int row = 0, first = 0;  // of the row
  for (std::size_t i = 0, count = 0; i < cells.size(); i += count) {
    for (; cells[i] >= first + rect.columns; ++row) first += rect.columns;
    const CellAddress at = address_of(rect.west + (cells[i] - first), rect.south + row);
    const int room = std::min(first + rect.columns - cells[i], kCells - at.index % kCells);
    const std::size_t most = std::min(cells.size() - i, static_cast<std::size_t>(room));
    for (count = 1; count < most && cells[i + count] == cells[i] + static_cast<int>(count);) ++count;
    visit(i, count, at.tile, static_cast<std::size_t>(at.index));
  }
}

}  // namespace

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
      std::copy_n(from, part.width, tile->values.data() + at);
      tile->touch({from, static_cast<std::size_t>(part.width)}, at - first);
    }
  });
}

void GroundMemory::gather(const MemoryRect& rect, std::span<const int> cells, std::span<double* const> out,
                          TileHint& hint) const {
  for_each_run(rect, cells, [&](std::size_t i, std::size_t count, TileKey key, std::size_t index) {
    const Tile* tile = find(key, hint);
    for (std::size_t l = 0; l < out.size(); ++l) {
      if (!out[l]) continue;
      if (tile)
        std::copy_n(&tile->values[l * kTileCells * kTileCells + index], count, out[l] + i);
      else
        std::fill_n(out[l] + i, count, 0.0);
    }
  });
}

// A tile that keeps its numbers is neither copied nor marked.
void GroundMemory::scatter(const MemoryRect& rect, std::span<const int> cells,
                           std::span<double* const> values, TileHint& hint) {
  for_each_run(rect, cells, [&](std::size_t i, std::size_t count, TileKey key, std::size_t index) {
    const Tile* known = find(key, hint);
    Tile* tile = nullptr;
    for (std::size_t l = 0; l < values.size(); ++l) {
      if (!values[l]) continue;
      const double* from = values[l] + i;
      const std::size_t at = l * kTileCells * kTileCells + index;
      if (!tile) {
        const bool same = known ? std::equal(from, from + count, &known->values[at])
                                : std::all_of(from, from + count, [](double x) { return x == 0.0; });
        if (same) continue;
        Entry& entry = own(key, hint.of(key));
        entry.changed = entry.dirty = touched_ = true;
        tile = entry.tile.get();
      }
      std::copy_n(from, count, &tile->values[at]);
      tile->touch({from, count}, index);
    }
  });
}

// Four chains side by side, since one must wait for each product. A tile of zeros has the hash of one that
// does not exist.
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

}  // namespace grouser
