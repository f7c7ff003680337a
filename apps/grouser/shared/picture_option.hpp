// SPDX-License-Identifier: BSD-3-Clause
// --size and --dpi of the commands that draw charts.
#pragma once
#include <string>

#include "command.hpp"
#include "grouser/recording/plot/plot.hpp"

namespace grouser::cli {

/// The texts of --size and --dpi; picture_size() checks them.
struct PictureOptions {
  std::string size;  ///< "1400,560" in pixels, or "90mm,60mm"; empty: as the command draws by itself
  double dpi = 0.0;  ///< pixels per inch of a PNG; 0: not given
};

void add_picture_options(Command& command, PictureOptions& options);

/// The size that was asked for, else the usual one. Throws InputError: no two lengths, absurd ones, or --dpi
/// without a size in mm.
PlotSize picture_size(const PictureOptions& options, PlotSize usual = {});

}  // namespace grouser::cli
