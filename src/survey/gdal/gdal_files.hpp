// SPDX-License-Identifier: BSD-3-Clause
// Rasters that GDAL reads and writes. Private.
#pragma once
#include "raster/raster_library.hpp"

namespace grouser::terrain {

/// As RasterLibrary::open() and create().
std::unique_ptr<SourceFile> open_source(const std::string& name, const std::string& path,
                                        const RasterOptions&);
std::unique_ptr<SinkFile> create_sink(const std::filesystem::path& temporary, const std::string& path,
                                      const RasterSpec&);

}  // namespace grouser::terrain
