// SPDX-License-Identifier: BSD-3-Clause
// Writes points and lines as a GeoPackage; GDAL makes its bytes in memory.
#include "grouser/survey/raster/map_features.hpp"

#include "grouser/base/atomic_file.hpp"
#include "raster_library.hpp"

namespace grouser {

void write_geopackage(const std::filesystem::path& path, const MapFeatures& features) {
  write_file_atomically(path, terrain::raster_library().geopackage(features, path.string()));
}

}  // namespace grouser
