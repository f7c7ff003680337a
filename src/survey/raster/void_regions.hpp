// SPDX-License-Identifier: BSD-3-Clause
// Regions of void cells found row by row: runs of a row are joined with those of the row before (union-find),
// and a region is counted once no row continues it, so memory is limited to two rows. Private.
#pragma once
#include <vector>

#include "grouser/survey/raster/raster_survey.hpp"

namespace grouser::terrain {

/// Voids of a raster that is given row by row.
class VoidRegions {
 public:
  VoidRegions(int columns, int rows) : columns_(columns), rows_(rows) {}
  /// Adds the next row from the north; NaN is void.
  void add_row(const float* heights);
  /// Call after the last row.
  void finish(RasterSurvey&);

 private:
  struct Run {
    int first, last, region;
  };
  struct Region {
    int parent;
    long long cells;
    int west, east, north, south;
    bool at_border, continued;
  };
  int root(int region);
  void join(int a, int b);
  void retire();
  void count(const Region&);

  int columns_, rows_, row_ = 0;
  std::vector<Run> above_, runs_;
  std::vector<Region> regions_;
  std::vector<int> renamed_;
  RasterSurvey sum_;
};

}  // namespace grouser::terrain
