// SPDX-License-Identifier: BSD-3-Clause
// One tile of a raster that is being cleaned: its faults and its result. Tiles are independent of each other,
// so several threads may work in parallel.
#pragma once
#include <cstdint>
#include <vector>

#include "fate_grid.hpp"
#include "grouser/survey/clean/clean.hpp"

namespace grouser {

/// Tiles of a rectangle in reading order: whole squares of the outliers' scatter and of FateGrid, and whole
/// tiles of the files.
std::vector<CellRect> tiles_of(const CellRect& all);

/// Cells by which a window must extend beyond a tile for the detectors.
int detection_halo(const CleanOptions&);

struct TileFaults {
  long long known = 0;        ///< cells with a height
  long long boxes = 0;        ///< boxes whose north-west cell is in the tile
  double greatest_box = 0.0;  ///< step of those that reach into it, m
};
/// Marks voids, boxes and spikes of `core` in the grid.
TileFaults find_faults(HeightWindow&, const CellRect& core, const CleanOptions&, FateGrid&);

/// The result of one tile, row by row over its core.
struct CleanTile {
  CellRect core;
  std::vector<double> heights;      ///< m; in double, so that what is kept keeps its bits
  std::vector<double> before;       ///< m; only if requested
  std::vector<float> deviations;    ///< m; only if requested
  std::vector<std::uint8_t> fates;  ///< CellFate
  double worst_deviation = 0.0;     ///< m
  HeightSamples samples;            ///< the samples used, if requested
};
/// Starts a tile from its heights: whatever is not kept becomes void. True if any cell is to be filled.
bool begin_tile(const FateGrid&, Deviation, CleanTile&);
/// Fates of a tile that is not filled: spikes and boxes by their names.
void name_faults(const FateGrid&, CleanTile&);
/// Fills the tile's cells.
void fill_tile(const HeightWindow&, const FateGrid&, VoidFiller&, const GaussianProcess* whole, CleanTile&);

}  // namespace grouser
