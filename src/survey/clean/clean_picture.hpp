// SPDX-License-Identifier: BSD-3-Clause
// The small pictures of a cleaning, assembled tile by tile.
#pragma once
#include <cstdint>
#include <vector>

#include "grouser/survey/clean/clean.hpp"

namespace grouser {

/// Collects sums per pixel as tiles are added, in any order.
class CleanPainter {
 public:
  /// side 0: no pictures.
  CleanPainter(const CellRect& all, int side);
  /// Adds one tile; all three lists are row by row over `core`, heights in m.
  void add(const CellRect& core, const std::vector<double>& before, const std::vector<double>& after,
           const std::vector<std::uint8_t>& fate);
  CleanPicture take();

 private:
  struct Mean {
    double sum = 0.0;
    int count = 0;
  };
  std::size_t point(int column, int row) const;
  static std::vector<float> means(const std::vector<Mean>&);

  CellRect all_;
  int step_ = 0;
  CleanPicture picture_;
  std::vector<Mean> before_, after_;
};

}  // namespace grouser
