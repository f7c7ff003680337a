// SPDX-License-Identifier: BSD-3-Clause
// Least and greatest height of a heightfield's surface over each square of a quadtree, from which follows
// what a camera cannot see.
#pragma once
#include <vector>

#include "grouser/terrain/surface/heightfield.hpp"

namespace grouser::desktop {

struct HeightRange {
  double low = 0.0, high = 0.0;  ///< m
};

class HeightBounds {
 public:
  /// Height bounds of the square of `size` m whose south-west corner is at (west, south), halved again and
  /// again. Beyond the field its border heights go on.
  HeightBounds(const Heightfield& field, double west, double south, double size);
  /// Bounds over the square in this column and row of a level, from the south-west. Of a square finer than
  /// some cells of the field: those over the larger one that holds it.
  HeightRange over(int level, int i, int j) const;

 private:
  struct Bounds {
    float low, high;  // above the datum
  };
  void bound_finest(const Heightfield& field, double west, double south, double side);
  double datum_ = 0.0;
  std::vector<std::vector<Bounds>> levels_;  // row by row from the south-west
};

}  // namespace grouser::desktop
