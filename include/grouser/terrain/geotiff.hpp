// Height rasters by GDAL: GeoTIFF, and the PDS and ISIS files planetary maps come in. The local frame is x
// east, y north, in metres, its origin at the centre of the raster or of the window asked for; the map
// coordinates of that origin are kept. No GDAL message is ever printed: what it said is in the error.
#pragma once
#include <array>
#include <filesystem>
#include <optional>
#include <string>

#include "grouser/terrain/heightfield.hpp"

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

/// Float32 GeoTIFF, compressed, the datum as the band's offset: load_geotiff() gives the same heights back.
/// Atomic.
void write_geotiff(const std::filesystem::path& path, const Heightfield& field);

/// What is in a raster, for a person.
struct TerrainInfo {
  std::string driver;  ///< GDAL's name of the format
  int columns = 0, rows = 0;
  double cell_x = 0.0, cell_y = 0.0;   ///< map units
  std::string crs_name;                ///< empty if none
  std::string map_unit;                ///< "metre", "degree", ...
  std::string vertical_unit;           ///< as the file states it; empty if it does not
  double map_x = 0.0, map_y = 0.0;     ///< map coordinates of the raster's centre
  double lowest = 0.0, highest = 0.0;  ///< of the cells that have a height
  double nodata_share = 0.0;           ///< 0 to 1
};
TerrainInfo describe_raster(const std::filesystem::path& path);

}  // namespace grouser
