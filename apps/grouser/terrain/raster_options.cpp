// SPDX-License-Identifier: BSD-3-Clause
// A foot is the international one, 0.3048 m.
#include "raster_options.hpp"

#include <cmath>

#include "grouser/base/error.hpp"
#include "shared/number_range.hpp"

namespace grouser::cli {

void add_raster_options(Command& command, RasterArguments& a) {
  command.option("--band", a.band,
                 "The band that holds the heights; by default the first that is no alpha band");
  command.option("--nodata VALUE", a.nodata,
                 "A raw value that means no height, if the file does not state it");
  command.option("--vertical-unit", a.vertical_unit, "Of the heights, instead of what the file states")
      .one_of({"m", "km", "ft"});
}

RasterOptions read_raster_options(const RasterArguments& a) {
  RasterOptions options{.band = a.band};
  if (!a.nodata.empty()) options.nodata = parse_number("--nodata", a.nodata, any_number("-"));
  if (a.vertical_unit == "m") options.metres_per_unit = 1.0;
  if (a.vertical_unit == "km") options.metres_per_unit = 1000.0;
  if (a.vertical_unit == "ft") options.metres_per_unit = 0.3048;
  return options;
}

CellRect parse_cells(const std::string& option, const std::string& text) {
  const std::string form = "X,Y,W,H in whole cells, from the first column and row";
  const std::vector<double> n = parse_numbers(option, text, 4, form);
  for (const double v : n)
    // Cells are counted in int; 2e9 keeps them within its range.
    if (v != std::floor(v) || std::fabs(v) > 2e9) throw InputError(option, "'" + text + "'", form);
  if (n[2] < 1.0 || n[3] < 1.0)
    throw InputError(option, "'" + text + "'", form + ", at least one cell in each direction");
  return {static_cast<int>(n[0]), static_cast<int>(n[1]), static_cast<int>(n[2]), static_cast<int>(n[3])};
}

}  // namespace grouser::cli
