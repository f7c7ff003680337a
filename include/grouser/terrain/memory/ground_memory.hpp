// SPDX-License-Identifier: BSD-3-Clause
// Memory of the ground that wheels have changed: plastic sinkage below the undisturbed surface, in sparse
// tiles of fine cells (double), separate from the base height. Copies share the tiles (copy on write). Part
// of a simulation's State. A cell has one number, or several layers of them for a law that remembers more
// (soil_layers.hpp); the first layer is always the depth of the surface below the undisturbed one.
#pragma once
#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "grouser/math/types.hpp"

namespace grouser {

struct TileKey {
  std::int32_t i = 0, j = 0;  ///< tile column (east) and row (north)
  auto operator<=>(const TileKey&) const = default;
};

/// Plastic sinkage at a point, m, and its slopes to the east and north.
struct MemorySample {
  double depth = 0.0, slope_x = 0.0, slope_y = 0.0;
};

/// Tiles that were found last, indexed by the last bits of their numbers: most queries are about points close
/// to each other.
struct TileHint {
  std::array<std::size_t, 4> place{};
  std::size_t& of(TileKey key) { return place[(key.i & 1) + 2 * (key.j & 1)]; }
};

/// A rectangle of cells to be read in place; valid until the memory changes.
struct MemoryWindow {
  bool touched = false;  ///< some cell has a value

  /// Value of the south-west cell; nullptr if untouched, or if the rectangle is larger than the buffer
  const double* values = nullptr;
  int stride = 0;  ///< to the next row north
  int columns = 0, rows = 0;
  double west = 0.0, south = 0.0;  ///< number of the south-west cell: its centre is at (west + 0.5) cell
};

/// A rectangle of cells; the cell (i, j) has its centre at ((i + 0.5) cell, (j + 0.5) cell).
struct MemoryRect {
  std::int64_t west = 0, south = 0;  ///< number of the south-west cell
  int columns = 0, rows = 0;
  std::size_t size() const { return static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows); }
};

class GroundMemory {
 public:
  static constexpr int kTileCells = 32;  ///< cells along a tile's side

  /// cell: side of a memory cell, m (default 20 mm: the footprint of a rover wheel spans several cells).
  /// layers: numbers that a cell has.
  explicit GroundMemory(double cell = 0.02, int layers = 1);

  double cell() const { return cell_; }
  int layers() const { return layers_; }
  /// Numbers of a tile as tile_values() gives them, layer by layer.
  std::size_t tile_size() const { return static_cast<std::size_t>(layers_) * kTileCells * kTileCells; }
  /// Plastic sinkage at a point, m >= 0, bilinear between cell centres (continuous); 0 on untouched ground.
  double depth(double x, double y) const;
  /// The same for many points close to each other, which share one hint.
  double depth(double x, double y, TileHint& hint) const { return sample(x, y, hint).depth; }
  /// Depth with its slopes (constant along each axis within a cell).
  MemorySample sample(double x, double y, TileHint& hint) const;
  /// The cells that decide the depth in a rectangle. They are copied to `buffer` where they lie in several
  /// tiles.
  MemoryWindow window(const Vec2& low, const Vec2& high, std::span<double> buffer, TileHint& hint) const;
  /// True while no cell has ever been given a depth.
  bool untouched() const { return !touched_; }
  /// True where some tile lies within `radius` of (x, y): a cheap test that lets callers skip untouched
  /// ground.
  bool touched_near(double x, double y, double radius) const;
  /// Raises the cell that holds (x, y) to at least `depth`. No allocation where this copy has reserved the
  /// tile (and has not shared it since); elsewhere the tile is allocated.
  void deposit(double x, double y, double depth) {
    TileHint hint;
    deposit(x, y, depth, hint);
  }
  /// The same for many points close to each other.
  void deposit(double x, double y, double depth, TileHint& hint);
  /// Called between steps: makes sure that tiles within `radius` of (x, y) exist and belong to this copy. May
  /// allocate.
  void reserve_ahead(double x, double y, double radius);

  /// Layer of a rectangle of cells, row by row, south first; west, south: numbers of the first cell. Cells
  /// that were never written hold 0.
  void read(int layer, const MemoryRect& rect, std::span<double> out, TileHint& hint) const;
  /// The opposite, only of a memory with layers: values may have either sign. Allocates tiles that were not
  /// reserved.
  void write(int layer, const MemoryRect& rect, std::span<const double> values, TileHint& hint);
  /// Numbers of some cells of a rectangle, which are given in ascending order, row by row: out[layer][i] is
  /// that of cells[i]. A layer whose pointer is null is left out.
  void gather(const MemoryRect& rect, std::span<const int> cells, std::span<double* const> out,
              TileHint& hint) const;
  /// The opposite, as write() does.
  void scatter(const MemoryRect& rect, std::span<const int> cells, std::span<double* const> values,
               TileHint& hint);
  /// Call now and then between steps where write() is used: hash() then has less to compute.
  void fold_hashes();

  /// With one layer the sum over touched cells of a hash of (cell, value), updated at each deposit, so
  /// reading it is O(1). With several the sum over tiles, of which those written since fold_hashes() are
  /// computed here.
  std::uint64_t hash() const { return layers_ == 1 ? hash_ : hash_of_layers(); }

  /// For recording: keys of the tiles written since the flags were last cleared, sorted; values row by row
  /// (south first).
  std::vector<TileKey> changed_tiles() const;
  std::vector<TileKey> all_tiles() const;  ///< sorted, only tiles with a value
  std::span<const double> tile_values(TileKey) const;
  void clear_changed();
  void load_tile(TileKey, std::span<const double> values);

 private:
  struct Tile;
  struct Entry {
    TileKey key;
    std::shared_ptr<Tile> tile;
    bool changed = false;
    bool dirty = false;           // with layers: written since its hash was taken
    std::uint64_t tile_hash = 0;  // with layers: as last taken
  };
  std::size_t place_of(TileKey) const;
  const Tile* find(TileKey, TileHint& hint) const;
  /// Calls visit(tile or nullptr, part) for every tile that the window overlaps.
  template <class Visit>
  void for_each_part(const MemoryWindow&, TileHint& hint, Visit visit) const;
  Entry& own(TileKey, std::size_t& place);
  std::uint64_t hash_of_layers() const;
  static std::uint64_t hash_of_tile(const Entry&);
  double cell_;
  int layers_;
  std::uint64_t hash_ = 0;
  bool touched_ = false;
  std::vector<Entry> entries_;  // sorted by key
};

}  // namespace grouser
