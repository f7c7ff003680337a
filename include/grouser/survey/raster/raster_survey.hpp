// The contents of a raster of any size: range of heights, voids and holes, and a small picture, in one pass
// by rows.
#pragma once
#include <functional>
#include <vector>

#include "grouser/survey/raster/raster_source.hpp"

namespace grouser {

/// Cells without a height that are connected by their sides.
struct VoidRegion {
  long long cells = 0;
  CellRect box;  ///< bounding box
};

struct RasterSurvey {
  /// Level of the raster: 0 is every cell; otherwise an overview, and the counts below are of its cells
  int level = 0;
  long long cells = 0, voids = 0;
  double lowest = 0.0, highest = 0.0;  ///< m; 0 if all is void
  long long margin_voids = 0;          ///< void cells in regions that touch the raster's border
  long long holes = 0;                 ///< void regions that do not touch it
  VoidRegion largest_hole;
  /// Cells exactly at the lowest height: many of them indicate a nodata value that is not stated
  long long at_lowest = 0;
  int picture_columns = 0, picture_rows = 0;
  std::vector<float> picture;  ///< means of the cells with a height, row by row, NaN where there are none
  bool all_void() const { return voids == cells; }
};

struct SurveyOptions {
  int level = 0;
  int picture_side = 0;                       ///< longer side of the picture, cells at most; 0: none
  std::function<bool(double)> progress = {};  ///< gets 0 to 1 and returns whether to continue
};

/// Throws InputError where the raster is broken; RunError where progress says stop.
RasterSurvey survey_raster(RasterSource&, const SurveyOptions& = {});

/// The finest level with at most that many cells, or the coarsest level.
int level_within(const RasterInfo&, long long cells);

}  // namespace grouser
