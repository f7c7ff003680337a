// SPDX-License-Identifier: BSD-3-Clause
// Height rasters read through GDAL: GeoTIFF, and the PDS and ISIS files in which planetary maps are
// published. The local frame is x east, y north, in metres, with its origin at the centre of the raster or of
// the requested window; the map coordinates of that origin are kept. No GDAL message is ever printed: its
// text is in the error.
#pragma once
#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "grouser/terrain/surface/heightfield.hpp"

namespace grouser {

/// The part of a raster to read; all of it by default.
struct GeotiffWindow {
  std::optional<std::array<double, 2>> center;  ///< of the window, m east and north of the raster's centre
  std::optional<std::array<double, 2>> map_center;  ///< the same in map coordinates, m (one of the two)
  std::optional<std::array<double, 2>> size;        ///< of the window, m; needs at least 4 x 4 cells
};

/// Throws InputError: no such raster, truncated, rotated or not in metres, pixels not square (0.2 %), more
/// than 64 million cells, or voids inside the window (the message says how many, and what to do).
Heightfield load_geotiff(const std::filesystem::path& path, const GeotiffWindow& window = {});

/// A raster with cells that have no height. The values that the field holds there are meaningless.
struct PatchyHeightfield {
  std::shared_ptr<const Heightfield> field;  ///< heights on the raster's grid
  std::vector<std::uint8_t> known;           ///< one per cell: 1 where it has a height; empty: everywhere
};

/// As load_geotiff(), but voids are no error unless there is no height at all.
PatchyHeightfield load_patchy_geotiff(const std::filesystem::path& path, const GeotiffWindow& window = {});

/// Float32 GeoTIFF, compressed, with the datum as the band's offset: load_geotiff() returns the same heights.
/// The file is written atomically.
void write_geotiff(const std::filesystem::path& path, const Heightfield& field);

}  // namespace grouser
