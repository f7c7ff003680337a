// SPDX-License-Identifier: BSD-3-Clause
// Traverses and placements for programs that show maps: points with properties by longitude and latitude.
#pragma once
#include <filesystem>
#include <string>

#include "grouser/survey/raster/map_features.hpp"
#include "grouser/terrain/surface/terrain.hpp"

namespace grouser {

/// Beginning of a file of ours.
inline constexpr const char* kGeojsonBegin = "{\"type\":\"FeatureCollection\",\"generator\":\"Grouser";

/// Features from a table with columns `x` and `y` (m, local frame), on the map of the terrain. Where that is
/// on a body, columns longitude_deg (east) and latitude_deg (of the map's own sphere or ellipsoid, as GIS
/// programs have it) are added.
MapFeatures map_features(const std::string& name, Table table, bool line, const Terrain& terrain);

/// RFC 7946; the body is named where it is not Earth. Throws InputError, naming `option`, where the features
/// have no longitude and latitude.
std::string geojson(const MapFeatures& features, const std::string& option);

}  // namespace grouser
