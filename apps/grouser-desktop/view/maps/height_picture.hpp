// SPDX-License-Identifier: BSD-3-Clause
// Heights as pixels: colours of a scale that keeps its order for every eye and in grey, light from the
// north-west, a hatch where there is no height.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

namespace grouser::desktop {

/// Scale of the colours, the same for all pieces of one map.
struct HeightScale {
  double low = 0.0, high = 1.0;  ///< m, at the ends of the colours
  double relief = 1.0;    ///< rise that a slope of usual steepness has over one block of `relief_stride`, m
  int relief_stride = 1;  ///< cells
};
/// Ends within which 99 of 100 heights lie, and the usual relief of a grid with blocks of `stride` cells.
HeightScale scale_of(std::span<const float> heights, int columns, int stride);

/// Colour of a height between the ends, 0 to 1: cividis (Nunez, Anderton & Renslow 2018), red, green, blue, 0
/// to 1.
struct Rgb {
  float r, g, b;
};
Rgb height_colour(double part);

/// Colour of a cell's fate (CellFate), as terrain clean draws it; alpha 0: nothing.
std::uint32_t fate_colour(std::uint8_t fate);

/// A grid of blocks with one more on each side, of which only the inner ones are drawn.
struct PictureInput {
  std::span<const float> heights;  ///< (columns + 2) x (rows + 2), m, NaN: none
  int columns = 0, rows = 0, stride = 1;
  int first_column = 0, first_row = 0;       ///< of the first inner block in the map: the hatch goes through
  std::span<const std::uint8_t> fates = {};  ///< columns x rows, CellFate; empty: none
};
/// Pixels as ImGui's colours, row by row from the north.
std::vector<std::uint32_t> paint_heights(const PictureInput& input, const HeightScale& scale);

}  // namespace grouser::desktop
