// SPDX-License-Identifier: BSD-3-Clause
// Coordinate reference systems, as GDAL and PROJ know them. Private.
#pragma once
#include "raster/raster_library.hpp"

namespace grouser::terrain {

/// As RasterLibrary's functions of the same names.
CrsFacts describe_crs(const std::string& wkt);
std::unique_ptr<Projection> project(const std::string& wkt, const std::string& place);
std::string crs_from_proj(const std::string& text, const std::string& name);
bool same_crs(const std::string& wkt, const std::string& other);

}  // namespace grouser::terrain
