// SPDX-License-Identifier: BSD-3-Clause
// The first look at a raster: its heights in one pass, strips in an order that shows the whole map early.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "grouser/survey/raster/map_frame.hpp"
#include "grouser/survey/raster/raster_notes.hpp"
#include "view/maps/height_picture.hpp"

namespace grouser::desktop {

/// A coarse copy of a map, blocks of stride x stride cells.
struct Thumbnail {
  int columns = 0, rows = 0, stride = 1;
  std::vector<float> heights;       ///< m, NaN: none
  std::vector<std::uint8_t> whole;  ///< 1: every cell of the block that was read has a height
  HeightScale scale;
  double done = 0.0;  ///< part of the map that was read; elsewhere the nearest strip stands in
};

/// The facts about a map.
struct MapFacts {
  RasterInfo info;
  RasterSurvey survey;                    ///< without holes and pictures; of an overview where level > 0
  std::shared_ptr<const MapFrame> frame;  ///< null: no or no known coordinate system
  CellSize cell;                          ///< m; 0: not georeferenced
  std::string body, map_words, vertical_reference;
  std::vector<std::string> notes;  ///< reasons against driving on it; empty: none
};

/// `go_on` gets the thumbnail so far now and then, otherwise an empty one, and returns whether to go on;
/// the last one is complete. Throws InputError (as RasterSource; colours, no lengths; broken), and RunError
/// if `go_on` returns false.
MapFacts survey_map(const std::string& path, const std::function<bool(const Thumbnail&)>& go_on);
/// The facts that are known without reading heights.
MapFacts describe_map(const std::string& path);

/// The vertical coordinate system that a CRS (WKT) states, in words; empty if none.
std::string vertical_system(const std::string& crs);

}  // namespace grouser::desktop
