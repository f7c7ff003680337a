// SPDX-License-Identifier: BSD-3-Clause
// Pan and zoom of a map, and the tiles that are seen. Strides are powers of two, so that the tiles of each
// level fit into those of the next.
#include "view/maps/map_camera.hpp"

#include <algorithm>
#include <cmath>

namespace grouser::desktop {
namespace {

constexpr double kNearestMap = 1.0 / 64.0;  // cells in a pixel
constexpr double kMargin = 1.08;            // of the whole map in the picture

/// Cells per pixel at which the whole map fits into the picture.
double cells_to_show_all(const MapShape& map, double width, double height) {
  return kMargin * std::max({map.columns / std::max(width, 1.0),
                             map.rows * map.aspect / std::max(height, 1.0), kNearestMap});
}

}  // namespace

void MapCamera::show_all(const MapShape& map, double width, double height) {
  column = 0.5 * map.columns, row = 0.5 * map.rows;
  cells_per_pixel = cells_to_show_all(map, width, height);
}

void MapCamera::zoom(const MapShape& map, double factor, double x, double y, double width, double height) {
  // The cell under the pointer stays there.
  const double at_column = column_at(x), at_row = row_at(y, map);
  const double most = std::max(2.0 * cells_to_show_all(map, width, height), kNearestMap);
  cells_per_pixel = std::clamp(cells_per_pixel / factor, kNearestMap, most);
  column = at_column - x * cells_per_pixel;
  row = at_row - y * cells_per_pixel / map.aspect;
  pan(map, 0.0, 0.0);
}

void MapCamera::pan(const MapShape& map, double dx, double dy) {
  column = std::clamp(column - dx * cells_per_pixel, 0.0, static_cast<double>(map.columns));
  row = std::clamp(row - dy * cells_per_pixel / map.aspect, 0.0, static_cast<double>(map.rows));
}

int stride_for(double cells_per_pixel) {
  int stride = 1;
  while (2.0 * stride <= cells_per_pixel * 1.0001 && stride < 1 << 20) stride *= 2;
  return stride;
}

std::vector<TileKey> visible_tiles(const MapShape& map, const MapCamera& camera, int layer, double width,
                                   double height) {
  const int stride = stride_for(camera.cells_per_pixel);
  const double tile = static_cast<double>(kTileSide) * stride;  // cells
  // Tile of a cell, within the map.
  const auto index = [&](double cell, int cells) {
    const int last = (cells - 1) / (kTileSide * stride);
    return std::clamp(static_cast<int>(std::floor(cell / tile)), 0, last);
  };
  const int west = index(camera.column_at(-0.5 * width), map.columns),
            east = index(camera.column_at(0.5 * width), map.columns),
            north = index(camera.row_at(-0.5 * height, map), map.rows),
            south = index(camera.row_at(0.5 * height, map), map.rows);
  std::vector<TileKey> keys;
  for (int row = north; row <= south; ++row)
    for (int column = west; column <= east; ++column) keys.push_back({layer, stride, column, row});
  // Nearest to the middle first, because those are painted first.
  const auto distance = [&](const TileKey& k) {
    const double dx = (k.column + 0.5) * tile - camera.column, dy = (k.row + 0.5) * tile - camera.row;
    return dx * dx + dy * dy * map.aspect * map.aspect;
  };
  std::stable_sort(keys.begin(), keys.end(),
                   [&](const TileKey& a, const TileKey& b) { return distance(a) < distance(b); });
  return keys;
}

}  // namespace grouser::desktop
