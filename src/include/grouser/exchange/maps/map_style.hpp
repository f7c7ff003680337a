// SPDX-License-Identifier: BSD-3-Clause
// The looks of our rasters in QGIS and other programs for maps: docs/exchange_models.md.
#pragma once
#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "grouser/terrain/surface/soil_map.hpp"

namespace grouser {

/// The style that QGIS loads by itself with a raster: NAME.qml beside NAME.tif.
std::filesystem::path style_path(const std::filesystem::path& raster);
/// The attribute table that GDAL and what is built on it read with a raster: NAME.tif.aux.xml.
std::filesystem::path attribute_table_path(const std::filesystem::path& raster);

/// Text in each of our styles, by which they are known.
inline constexpr const char* kStyleMark = "made by Grouser";

/// A raster of numbers.
struct ValueStyle {
  std::string quantity;              ///< "sinkage"
  std::string unit;                  ///< "m", "deg", "-"
  double lowest = 0.0, highest = 1;  ///< ends of the colours
  enum class Ramp { viridis, magma } ramp = Ramp::viridis;
};

/// Texts of the files.
std::string class_style(const SoilLegend& legend);
std::string value_style(const ValueStyle& style);
std::string attribute_table(const SoilLegend& legend);

/// Writes both files beside a soil map. Atomic.
void write_class_style(const std::filesystem::path& map, const SoilLegend& legend);
/// Writes the style beside a raster of numbers. Atomic.
void write_value_style(const std::filesystem::path& raster, const ValueStyle& style);

}  // namespace grouser
