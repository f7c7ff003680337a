// SPDX-License-Identifier: BSD-3-Clause
// `grouser terrain`: its subcommands, one file each.
#pragma once
#include "shared/command.hpp"

namespace grouser::cli {

inline constexpr int kPictureSide = 1000;  ///< cells of the longer side of a picture

void declare_terrain_info(Command&);
void declare_terrain_import(Command&);
void declare_terrain_clean(Command&);
void declare_terrain_make(Command&);
void declare_terrain_slope(Command&);

inline constexpr CommandEntry kTerrainCommands[] = {
    {"info", "Say what is in a height raster, and draw it", declare_terrain_info},
    {"import", "Cut a piece out of a planetary map, as terrain to drive on", declare_terrain_import},
    {"clean", "Take spikes and boxes out of a height raster and fill its holes", declare_terrain_clean},
    {"make", "Make a GeoTIFF, with rocks and shapes, from a terrain recipe", declare_terrain_make},
    {"slope", "Make maps of slope and of where a rover can go", declare_terrain_slope},
};

}  // namespace grouser::cli
