// SPDX-License-Identifier: BSD-3-Clause
// The contents of a raster of any size: range of heights, voids and holes, and a small picture, in one pass
// by rows.
#pragma once
#include <array>
#include <functional>
#include <vector>

#include "grouser/survey/raster/raster_source.hpp"

namespace grouser {

/// Cells without a height that are connected by their sides.
struct VoidRegion {
  long long cells = 0;  ///< number of its cells
  CellRect box;         ///< bounding box
};

/// The outermost different heights of a raster on one side, and how many cells have each.
class ExtremeHeights {
 public:
  /// A height, and how often it occurs.
  struct Height {
    float z;          ///< m
    long long cells;  ///< cells that have it
  };
  /// sign: -1 the lowest, 1 the highest.
  explicit ExtremeHeights(int sign) : sign_(static_cast<float>(sign)) {}
  /// NaN is no height.
  void add(float z) {
    const float key = sign_ * z;
    if (count_ == kMost && !(key >= heights_[kMost - 1].z)) return;
    insert(key);
  }
  /// From the outermost inwards.
  std::vector<Height> heights() const;

 private:
  void insert(float key);
  static constexpr int kMost = 8;
  float sign_;
  int count_ = 0;
  std::array<Height, kMost> heights_{};  // of sign_ * height, falling
};

/// The contents of a raster.
struct RasterSurvey {
  /// Level of the raster: 0 is every cell; otherwise an overview, and the counts below are of its cells
  int level = 0;
  long long cells = 0;         ///< of the level
  long long voids = 0;         ///< of them without a height
  double lowest = 0.0;         ///< lowest height, m; 0 if all is void
  double highest = 0.0;        ///< highest height, m; 0 if all is void
  long long margin_voids = 0;  ///< void cells in regions that touch the raster's border
  long long holes = 0;         ///< void regions that do not touch it
  VoidRegion largest_hole;     ///< the one of most cells; 0 cells if there is none
  long long at_lowest = 0;     ///< cells exactly at the lowest height

  /// The few lowest and highest heights, from the outermost inwards: a value far from the rest, or of many
  /// cells, indicates a nodata value that is not stated
  ExtremeHeights lowest_few{-1};  ///< from the lowest upwards
  ExtremeHeights highest_few{1};  ///< from the highest downwards
  int picture_columns = 0;        ///< 0: no picture
  int picture_rows = 0;           ///< 0: no picture
  std::vector<float> picture;     ///< means of the cells with a height, row by row, NaN where there are none
  bool all_void() const { return voids == cells; }  ///< whether no cell has a height
};

/// Settings of a survey.
struct SurveyOptions {
  int level = 0;                              ///< 0: every cell; otherwise an overview
  int picture_side = 0;                       ///< longer side of the picture, cells at most; 0: none
  std::function<bool(double)> progress = {};  ///< gets 0 to 1 and returns whether to continue
};

/// Reads the raster once. Throws InputError where the raster is broken; RunError where progress says stop.
RasterSurvey survey_raster(RasterSource&, const SurveyOptions& = {});

/// The finest level with at most that many cells, or the coarsest level.
int level_within(const RasterInfo&, long long cells);

}  // namespace grouser
