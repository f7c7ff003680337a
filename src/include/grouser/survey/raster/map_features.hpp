// SPDX-License-Identifier: BSD-3-Clause
// Points of a table on a map, for programs that show maps.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "grouser/recording/run_file/table_file.hpp"

namespace grouser {

/// A point per row of a table.
struct MapFeatures {
  std::string name;          ///< of the layer, snake_case
  std::string crs;           ///< WKT of x and y; empty: a local frame, x east and y north in m
  std::vector<double> x, y;  ///< a row without a place has NaN
  Table table;               ///< properties of each point
  bool line = false;         ///< the points in their order are a path, which is a feature of its own
};

/// Layers "NAME" (points) and, where there is a line, "NAME_line", as OGC 12-128r18 has them. The same
/// features give the same bytes. Atomic. Throws RunError.
void write_geopackage(const std::filesystem::path& path, const MapFeatures& features);

}  // namespace grouser
