// SPDX-License-Identifier: BSD-3-Clause
// Facts about a height raster that a person needs before driving on it: the size of its cells on the body,
// and reasons against it.
#pragma once
#include <string>
#include <vector>

#include "grouser/survey/raster/map_frame.hpp"
#include "grouser/survey/raster/raster_survey.hpp"

namespace grouser {

/// The most cells that a simulation takes as one field.
inline constexpr long long kFieldCells = 64'000'000;

struct CellSize {
  double east = 0.0, north = 0.0;  ///< m on the body
};
/// Size of a cell at the raster's centre, along its columns and rows; 0 if it is not georeferenced. Without a
/// frame map coordinates are taken as metres.
CellSize cell_size(const RasterInfo&, const MapFrame* frame);

/// Reasons against driving on the raster as it is, one clause each; empty if there are none. `frame`: null
/// where it does not say on which body it lies.
std::vector<std::string> raster_notes(const RasterInfo&, const MapFrame* frame, const RasterSurvey&);

}  // namespace grouser
