// SPDX-License-Identifier: BSD-3-Clause
// Draws pictures of one ground side by side as a PNG: hillshade with an overlay, or a value in colours.
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "grouser/base/atomic_file.hpp"

namespace grouser {

struct SheetKey {
  std::array<std::uint8_t, 3> colour;  ///< red, green, blue
  std::string text;
};

/// All grids have one size, row by row from the north. NaN: unknown.
struct SheetPanel {
  std::string title;
  int columns = 0, rows = 0;
  double cell = 1.0;              ///< in the unit of the heights, for the shade
  std::vector<float> heights;     ///< shaded in grey, m; empty: white
  std::vector<std::uint8_t> key;  ///< 0: nothing over the shade; otherwise keys[key - 1]; empty: no overlay
  std::vector<SheetKey> keys;     ///< those that occur are in the legend
  std::vector<float> values;  ///< blue below 0, red above, over the shade; NaN and 0: none; empty: no values
  double most = 0.0;          ///< value of the strongest colour, shown in the legend
  std::string unit;           ///< of the values
};

/// Draws two panels per row. Throws InputError (no panel, wrong sizes) or RunError.
void write_raster_sheet(PendingFile& file, const std::vector<SheetPanel>& panels);

}  // namespace grouser
