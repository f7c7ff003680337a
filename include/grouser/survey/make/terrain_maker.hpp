// SPDX-License-Identifier: BSD-3-Clause
// The ground of a recipe (keys: recipe.hpp), row by row, so that a terrain may be larger than memory. The
// heights depend only on the recipe, not on the order in which rows are requested, how many at a time, or by
// which thread.
#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "grouser/base/toml_input.hpp"

namespace grouser {

/// A grid of heights about the origin: row 0 is the north edge, column 0 the west edge; heights lie at cell
/// centres.
struct MadeGrid {
  int columns = 0;     ///< from west to east
  int rows = 0;        ///< from north to south
  double cell = 1.0;   ///< m
  double west = 0.0;   ///< x of the centre of the north-west cell, m
  double north = 0.0;  ///< y of the same, m

  double x(int column) const { return west + column * cell; }  ///< x of the cell centres of a column, m
  double y(int row) const { return north - row * cell; }       ///< y of the cell centres of a row, m
  double east() const { return x(columns - 1); }               ///< x of the centres of the last column, m
  double south() const { return y(rows - 1); }                 ///< y of the centres of the last row, m
  double area() const { return static_cast<double>(columns) * rows * cell * cell; }  ///< m2
};

namespace terrain {
class GroundLayer;
}

/// The ground of one recipe.
class TerrainMaker {
 public:
  /// Reads all keys that shape the ground. Throws InputError at the key that is wrong. Does not call
  /// finish().
  explicit TerrainMaker(const TomlTable& recipe);
  ~TerrainMaker();
  TerrainMaker(const TerrainMaker&) = delete;
  TerrainMaker& operator=(const TerrainMaker&) = delete;

  const MadeGrid& grid() const { return grid_; }  ///< the grid of the ground
  std::uint64_t seed() const { return seed_; }    ///< the seed of all random numbers of the recipe

  /// Heights of `count` whole rows from `first` on, m. May be called from several threads at once.
  void make_rows(int first, int count, std::span<float> heights) const;

 private:
  MadeGrid grid_;
  std::uint64_t seed_ = 0;
  std::vector<std::unique_ptr<terrain::GroundLayer>> layers_;
};

}  // namespace grouser
