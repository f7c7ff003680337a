// SPDX-License-Identifier: BSD-3-Clause
// The visible part of a map, and the pieces it is drawn from. Places are in cells from the north-west corner.
#pragma once
#include <vector>

#include "view/maps/map_tile.hpp"

namespace grouser::desktop {

/// A map on the screen: its cells, and how much higher than wide they are drawn.
struct MapShape {
  int columns = 0, rows = 0;
  double aspect = 1.0;  ///< metres north over metres east of a cell
};

struct MapCamera {
  double column = 0.0, row = 0.0;  ///< in the middle of the picture
  double cells_per_pixel = 1.0;    ///< eastward

  /// Pixels from the picture's middle, down and to the right.
  double x(double at_column) const { return (at_column - column) / cells_per_pixel; }
  double y(double at_row, const MapShape& map) const { return (at_row - row) * map.aspect / cells_per_pixel; }
  double column_at(double x) const { return column + x * cells_per_pixel; }
  double row_at(double y, const MapShape& map) const { return row + y * cells_per_pixel / map.aspect; }

  void show_all(const MapShape& map, double width, double height);
  /// `factor` > 1 comes nearer; the point at (x, y) stays there.
  void zoom(const MapShape& map, double factor, double x, double y, double width, double height);
  /// Moves the map by pixels; it never leaves the picture.
  void pan(const MapShape& map, double dx, double dy);
};

/// Cells of a block, a power of two, so that a block is drawn as one to two pixels.
int stride_for(double cells_per_pixel);
/// The tiles of a layer that are seen, nearest to the middle first.
std::vector<TileKey> visible_tiles(const MapShape& map, const MapCamera& camera, int layer, double width,
                                   double height);

}  // namespace grouser::desktop
