// SPDX-License-Identifier: BSD-3-Clause
// The Gale tile of the reference data, as a window.
#pragma once
#include <filesystem>

#include "grouser/survey/raster/height_window.hpp"
#include "grouser/survey/raster/raster_source.hpp"
#include "skip.hpp"

namespace grouser {

inline constexpr const char* kRealTile = "dem/MMGIS_Gale_missionDEM_1m.tif";

inline HeightWindow real_tile(const std::filesystem::path& place) {
  RasterSource source(place);
  HeightWindow w(source.all());
  source.read(source.all(), w.heights);
  return w;
}

}  // namespace grouser
