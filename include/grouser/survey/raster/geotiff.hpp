// Height rasters by GDAL: GeoTIFF, and the PDS and ISIS files planetary maps come in. The local frame is x
// east, y north, in metres, its origin at the centre of the raster or of the window asked for; the map
// coordinates of that origin are kept. No GDAL message is ever printed: what it said is in the error.
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

/// Throws InputError: no such raster, truncated, turned or not in metres, pixels not square (0.2 %), more
/// than 64 million cells, or voids inside the window (how many, and what to do).
Heightfield load_geotiff(const std::filesystem::path& path, const GeotiffWindow& window = {});

/// A raster with places that have no height. What the field holds there means nothing.
struct PatchyHeightfield {
  std::shared_ptr<const Heightfield> field;
  std::vector<std::uint8_t> known;  ///< one a cell: 1 where it has a height; empty: everywhere
};
/// As load_geotiff(), but voids are no error unless nothing else is there.
PatchyHeightfield load_patchy_geotiff(const std::filesystem::path& path, const GeotiffWindow& window = {});

/// Float32 GeoTIFF, compressed, the datum as the band's offset: load_geotiff() gives the same heights back.
/// Atomic.
void write_geotiff(const std::filesystem::path& path, const Heightfield& field);

}  // namespace grouser
