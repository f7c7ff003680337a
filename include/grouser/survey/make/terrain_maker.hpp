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
  int columns = 0, rows = 0;
  double cell = 1.0;               ///< m
  double west = 0.0, north = 0.0;  ///< of the centre of the north-west cell, m

  double x(int column) const { return west + column * cell; }
  double y(int row) const { return north - row * cell; }
  double east() const { return x(columns - 1); }
  double south() const { return y(rows - 1); }
  double area() const { return static_cast<double>(columns) * rows * cell * cell; }  ///< m2
};

namespace terrain {
class GroundLayer;
}

class TerrainMaker {
 public:
  /// Reads all keys that shape the ground. Throws InputError at the key that is wrong. Does not call
  /// finish().
  explicit TerrainMaker(const TomlTable& recipe);
  ~TerrainMaker();
  TerrainMaker(const TerrainMaker&) = delete;
  TerrainMaker& operator=(const TerrainMaker&) = delete;

  const MadeGrid& grid() const { return grid_; }
  std::uint64_t seed() const { return seed_; }
  /// Heights of `count` whole rows from `first` on, m. May be called from several threads at once.
  void make_rows(int first, int count, std::span<float> heights) const;

 private:
  MadeGrid grid_;
  std::uint64_t seed_ = 0;
  std::vector<std::unique_ptr<terrain::GroundLayer>> layers_;
};

}  // namespace grouser
