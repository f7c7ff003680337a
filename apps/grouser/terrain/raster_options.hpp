// SPDX-License-Identifier: BSD-3-Clause
// The options of every command that reads a height raster: what the file does not say, or says wrongly.
#pragma once
#include <string>

#include "grouser/survey/raster/raster_source.hpp"
#include "shared/command.hpp"

namespace grouser::cli {

struct RasterArguments {
  int band = 0;  ///< 0: the first that is no alpha band
  std::string nodata, vertical_unit;
};

void add_raster_options(Command& command, RasterArguments&);
/// Throws InputError.
RasterOptions read_raster_options(const RasterArguments&);

/// Reads "X,Y,W,H": whole cells, at least one in each direction. Throws InputError.
CellRect parse_cells(const std::string& option, const std::string& text);

}  // namespace grouser::cli
