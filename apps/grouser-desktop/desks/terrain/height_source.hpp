// SPDX-License-Identifier: BSD-3-Clause
// The heights that the map shows: those of a file of any size or of a window in memory, read more coarsely
// if the screen has fewer pixels than they have cells.
#pragma once
#include <atomic>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "grouser/survey/raster/raster_source.hpp"

namespace grouser::desktop {

/// Thrown by coarse_heights() alone, to leave work that is not wanted any more.
struct Unwanted {};

/// Heights of a map in its own cells, north up.
class HeightSource {
 public:
  virtual ~HeightSource() = default;
  virtual int columns() const = 0;
  virtual int rows() const = 0;
  /// Heights of a window in cells, m; NaN where there is none.
  virtual void read(const CellRect& cells, std::span<float> heights) = 0;
  /// The largest power of two, `stride` at most, by which read_thinner() can thin.
  virtual int thinned(int stride) const {
    (void)stride;
    return 1;
  }
  /// Heights of a window of a copy that is thinner by this thinned() factor, in its cells.
  virtual void read_thinner(int factor, const CellRect& cells, std::span<float> heights);
};

/// A file. Throws InputError as RasterSource does.
std::unique_ptr<HeightSource> file_heights(const std::string& path);
/// A window in memory, row by row from the north.
std::unique_ptr<HeightSource> grid_heights(std::shared_ptr<const std::vector<double>> heights, int columns);

/// Means over blocks of stride x stride cells; NaN if fewer than half of a block's cells have a height.
/// `blocks` counts in blocks and must lie within the source; the last block of a row or column may be cut.
/// Never holds more than four million cells. `stop`: throws Unwanted soon after it is true; may be null.
std::vector<float> coarse_heights(HeightSource& source, const CellRect& blocks, int stride,
                                  const std::atomic<bool>* stop = nullptr);

/// Number of blocks in so many cells.
inline int blocks_in(int cells, int stride) { return (cells + stride - 1) / stride; }

}  // namespace grouser::desktop
