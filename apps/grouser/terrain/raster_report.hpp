// SPDX-License-Identifier: BSD-3-Clause
// Description of a height raster, for people and as JSON.
#pragma once
#include <functional>
#include <optional>

#include "grouser/recording/plot/map_plot.hpp"
#include "grouser/survey/raster/map_frame.hpp"
#include "grouser/survey/raster/raster_survey.hpp"
#include "run/info_report.hpp"

namespace grouser::cli {

/// Statistics may come from an overview where there are many cells, unless all are asked for.
enum class SurveyDepth { quick, every_cell };

/// Head, statistics and place of a raster.
struct RasterDescription {
  RasterInfo info;
  RasterSurvey survey;
  std::optional<MapFrame> frame;             ///< none: no or no known coordinate reference system
  double cell_east = 0.0, cell_north = 0.0;  ///< of a cell at the raster's centre, m; 0: not georeferenced
};

/// `picture_side`: of the thumbnail, cells; 0: none. Throws InputError.
RasterDescription describe_raster(const std::filesystem::path& path, const RasterOptions& options,
                                  SurveyDepth depth, int picture_side,
                                  const std::function<bool(double)>& progress);
/// JSON, text and notes of a description.
Report report_of(const RasterDescription&);
/// The thumbnail's heights in square cells, south row first, in the frame of a scenario on this raster: x
/// east, y north, m from its middle.
MapGround picture_ground(const RasterDescription&);
/// Thumbnail with hillshade and scale. Throws RunError.
void write_thumbnail(const std::filesystem::path& path, const RasterDescription&);

}  // namespace grouser::cli
