// SPDX-License-Identifier: BSD-3-Clause
// Which soil lies where: one byte per cell with a class, on the terrain's grid, and a legend that names the
// soil of each class. Row 0 is the north edge, column 0 the west edge, as in a Heightfield; x east, y north,
// m.
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "grouser/base/toml_input.hpp"
#include "grouser/terrain/surface/heightfield.hpp"

namespace grouser {

struct SoilClass {
  int value = 0;     ///< in the map's cells, 0 to 255
  std::string name;  ///< for people and commands; unique
  std::string soil;  ///< id in assets/soils, or the path of a soil's file beside the legend
  std::array<std::uint8_t, 3> colour{128, 128, 128};
};

/// First line of a legend file.
inline constexpr const char* kLegendFirstLine =
    "# Legend of the soil map beside this file (grouser soilmap).";

/// The classes in the order of the file:
///   [[class]] value = 1, name = "sand", soil = "DLR_mars_sim", colour = [r, g, b] (0 to 1)
class SoilLegend {
 public:
  /// Throws InputError: no class, a value or name twice.
  SoilLegend(std::vector<SoilClass> classes, const std::string& place);
  /// Throws InputError at the key that is wrong; calls finish().
  static SoilLegend read(const TomlTable&);
  std::string to_toml() const;

  const std::vector<SoilClass>& classes() const { return classes_; }
  /// Returns nullptr if there is no such class.
  const SoilClass* find(int value) const;
  /// Finds a class by name, or by its value as text. Throws InputError that lists the names.
  const SoilClass& at(const std::string& name, const std::string& place) const;
  /// "sand (1), rock (2)"
  std::string list() const;

 private:
  std::vector<SoilClass> classes_;
};

struct SoilGrid {
  int columns = 0, rows = 0;
  double west = 0.0, north = 0.0;   ///< CENTRE of the north-west cell in the local frame, m
  double cell = 1.0;                ///< m, square cells
  double map_x = 0.0, map_y = 0.0;  ///< map coordinates of the local frame's origin
  std::string crs = {};             ///< WKT or empty
  std::size_t count() const { return static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows); }
};
SoilGrid grid_of(const Heightfield&);
/// Its size and place in words.
std::string describe(const SoilGrid&);

/// Column and row of a cell; outside the grid they are below 0 or beyond the last.
struct GridCell {
  int column = 0, row = 0;
};

class SoilMap {
 public:
  /// Throws InputError: a size that does not match, or a cell whose class is not in the legend.
  SoilMap(SoilGrid grid, SoilLegend legend, std::vector<std::uint8_t> cells, const std::string& place);

  const SoilGrid& grid() const { return grid_; }
  const SoilLegend& legend() const { return legend_; }
  std::span<const std::uint8_t> cells() const { return cells_; }

  GridCell cell_of(double x, double y) const;
  bool holds(GridCell at) const {
    return at.column >= 0 && at.row >= 0 && at.column < grid_.columns && at.row < grid_.rows;
  }
  std::uint8_t operator[](GridCell at) const { return cells_[index(at)]; }
  std::size_t index(GridCell at) const {
    return static_cast<std::size_t>(at.row) * static_cast<std::size_t>(grid_.columns) +
           static_cast<std::size_t>(at.column);
  }
  /// Class of the cell that holds a point; -1 outside the map.
  int class_at(double x, double y) const {
    const GridCell at = cell_of(x, y);
    return holds(at) ? (*this)[at] : -1;
  }
  /// Centre of a cell, m.
  double x_of(int column) const { return grid_.west + column * grid_.cell; }
  double y_of(int row) const { return grid_.north - row * grid_.cell; }

  /// For editing (soil_map_edit.hpp): takes a class of the legend and a cell of the map.
  void set(std::size_t cell, std::uint8_t value) { cells_[cell] = value; }
  void fill(std::size_t first, std::size_t count, std::uint8_t value);
  std::uint64_t hash() const;

 private:
  SoilGrid grid_;
  SoilLegend legend_;
  std::vector<std::uint8_t> cells_;
};

}  // namespace grouser
