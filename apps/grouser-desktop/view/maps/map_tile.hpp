// SPDX-License-Identifier: BSD-3-Clause
// A piece of a map as a picture.
#pragma once
#include <compare>
#include <cstdint>
#include <vector>

namespace grouser::desktop {

inline constexpr int kTileSide = 256;  // pixels

/// A piece of the map: kTileSide x kTileSide blocks of stride x stride cells.
struct TileKey {
  int layer = 0;  ///< which of the painter's maps
  int stride = 1, column = 0, row = 0;
  auto operator<=>(const TileKey&) const = default;
};

struct PaintedTile {
  TileKey key;
  int columns = 0, rows = 0;
  std::vector<std::uint32_t> pixels;
};

}  // namespace grouser::desktop
