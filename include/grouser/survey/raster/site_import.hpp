// SPDX-License-Identifier: BSD-3-Clause
// A piece of a map, cut out as the terrain of a simulation: x east, y north, in metres, square cells. Its CRS
// and georeference are kept in the file, so that every place leads back to longitude and latitude (MapFrame,
// SiteFrame).
//
// Cells are copied unchanged wherever the map can serve as that frame: in metres, square, true to scale
// within 1 % and rotated from north by less than 1 degree at the window's centre (a window cut in pixels, map
// units or around a pole keeps its map's directions, wherever north is). Otherwise, and where another cell
// size is requested, heights are resampled into a local stereographic map: cubic convolution (Keys 1981,
// a = -1/2), which falls back to bilinear interpolation beside voids; means over the new cell where that is
// larger. A new cell is void where the old cell it lies in is void.
#pragma once
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "grouser/survey/raster/map_frame.hpp"
#include "grouser/survey/raster/raster_source.hpp"

namespace grouser {

/// A rectangle of the map.
struct MapBounds {
  double west = 0.0;   ///< least x, map units
  double south = 0.0;  ///< least y, map units
  double east = 0.0;   ///< largest x, map units
  double north = 0.0;  ///< largest y, map units
};

/// The frame of the site's cells.
enum class SiteFrameChoice {
  automatic,  ///< the map's frame if it can serve, else a local one
  map,        ///< the map's own frame
  local       ///< a stereographic map about the site's centre
};

/// Exactly one of center, map_center, window, bounds is given; `size` goes with the first two.
struct SiteRequest {
  std::optional<LonLat> center = {};                     ///< middle of the site on the body
  std::optional<std::array<double, 2>> map_center = {};  ///< map units
  std::optional<CellRect> window = {};                   ///< the file's own columns and rows
  std::optional<MapBounds> bounds = {};                  ///< the whole rectangle
  std::optional<std::array<double, 2>> size = {};        ///< east, north, m
  double cell = 0.0;                                     ///< m; 0: the raster's own
  SiteFrameChoice frame = SiteFrameChoice::automatic;    ///< in which frame its cells are
};

/// The grid that will be written.
struct SitePlan {
  int columns = 0;         ///< from west to east
  int rows = 0;            ///< from south to north
  double cell = 0.0;       ///< m
  GeoTransform transform;  ///< from columns and rows of the grid to coordinates of `crs`
  std::string crs;         ///< WKT; empty if the raster has none
  bool resampled = false;  ///< heights are interpolated or averaged; false: copied
  bool local = false;      ///< true: in a local map of its own

  /// Window of the raster, north up, if not resampled. A column beyond the raster continues at its other end
  CellRect copied;
  std::optional<LonLat> center;  ///< of the grid
  double east_scale = 1.0;       ///< metres on the body per metre of the map, eastward, at the centre
  double grid_north = 0.0;       ///< direction of the grid's north, clockwise from north, rad
};

/// Chooses the grid of a site. Throws InputError: a window that is not within the raster, no georeference or
/// CRS where one is needed.
SitePlan plan_site(const RasterSource&, const SiteRequest&);

/// A site that was written.
struct SiteResult {
  long long voids = 0;   ///< cells without a height
  double lowest = 0.0;   ///< lowest height, m
  double highest = 0.0;  ///< highest height, m
};

/// Cuts the site and writes it as a GeoTIFF. Throws InputError (no height anywhere in it, a broken raster) or
/// RunError (disk full; progress returned false); then nothing is written.
SiteResult import_site(RasterSource&, const SitePlan&, const std::filesystem::path& out,
                       const std::function<bool(double)>& progress = {});

}  // namespace grouser
