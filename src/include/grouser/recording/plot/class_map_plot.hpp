// SPDX-License-Identifier: BSD-3-Clause
// Draws a map of classes, such as soils, as a PNG picture: cells in the colours of their classes, axes in
// metres, a legend. North is up.
#pragma once
#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace grouser {

struct ClassMapEntry {
  std::uint8_t value = 0;
  std::array<std::uint8_t, 3> colour{};
  std::string label;
};

struct ClassMapPanel {
  std::string title;
  int columns = 0, rows = 0;
  double west = 0.0, north = 0.0;      ///< centre of the first cell, m
  double cell = 1.0;                   ///< m
  std::vector<std::uint8_t> cells;     ///< row by row from the north-west
  std::vector<float> heights;          ///< of the cells, m: for a hillshade under the colours; empty: none
  std::vector<ClassMapEntry> classes;  ///< cells of other classes stay white
};

/// The file appears only when complete. Throws InputError (wrong sizes) or RunError.
void write_class_map(const std::filesystem::path& path, const ClassMapPanel& panel);

}  // namespace grouser
