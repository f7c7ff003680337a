// SPDX-License-Identifier: BSD-3-Clause
// The ground of a recipe in bands of rows, from north to south, made on several processors ahead of their
// use.
#pragma once
#include <deque>
#include <functional>
#include <future>
#include <span>
#include <vector>

#include "grouser/survey/make/terrain_maker.hpp"

namespace grouser::cli {

/// Rows `first` to `first + count - 1`, row by row from west to east, m.
struct MadeBand {
  int first = 0, count = 0;  ///< rows
  std::vector<float> heights;
};

/// Calls use(band) for each band in order; `jobs` of them are made at a time. What use() throws ends it;
/// RunError where `stopped`, asked from any thread, says so.
void for_each_band(const TerrainMaker& maker, int jobs, const std::function<bool()>& stopped,
                   const std::function<void(const MadeBand&)>& use);

/// Every n-th height of the ground, so that neither side has more than `side` of them.
class GroundPicture {
 public:
  GroundPicture(const MadeGrid& grid, int side);
  int stride() const { return stride_; }
  /// Takes the data that it needs from some rows.
  void take(int first, int count, std::span<const float> heights);
  int columns() const { return columns_; }
  int rows() const { return rows_; }
  /// The heights in rows from south to north.
  std::vector<double> heights() const;

 private:
  MadeGrid grid_;
  int stride_, columns_, rows_;
  std::vector<float> z_;
};

}  // namespace grouser::cli
