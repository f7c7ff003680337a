// One tile of a raster that is cleaned: what is found in it, and what it becomes. Tiles are independent of
// each other, so several threads may work on them side by side.
#pragma once
#include <cstdint>
#include <vector>

#include "fate_grid.hpp"
#include "grouser/survey/clean/clean.hpp"

namespace grouser {

/// How far beyond a tile a window must reach for the detectors, cells.
int detection_halo(const CleanOptions&);

struct TileFaults {
  long long known = 0;  ///< cells with a height
  long long boxes = 0;  ///< whose north-west cell is in the tile
};
/// Marks voids, boxes and spikes of `core` in the grid.
TileFaults find_faults(HeightWindow&, const CellRect& core, const CleanOptions&, FateGrid&);

struct CleanTile {
  CellRect core;
  std::vector<float> heights;             ///< m
  std::vector<float> before, deviations;  ///< m; only where asked for
  std::vector<std::uint8_t> fates;        ///< CellFate
  double worst_deviation = 0.0;           ///< m
  HeightSamples samples;                  ///< that were taken, where asked for
};
/// A tile with its heights, in which whatever is not kept is void. True if any of it is to be filled.
bool begin_tile(const FateGrid&, Deviation, CleanTile&);
/// Fills it.
void fill_tile(const HeightWindow&, const FateGrid&, VoidFiller&, const GaussianProcess* whole, CleanTile&);

}  // namespace grouser
