// SPDX-License-Identifier: BSD-3-Clause
// Points and lines that GDAL writes. Private.
#pragma once
#include "raster/raster_library.hpp"

namespace grouser::terrain {

/// As RasterLibrary::geopackage().
std::string geopackage(const MapFeatures& features, const std::string& path);

}  // namespace grouser::terrain
