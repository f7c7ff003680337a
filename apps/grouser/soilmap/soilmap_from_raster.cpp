// SPDX-License-Identifier: BSD-3-Clause
// grouser soilmap from-raster: a map from numbers that another program wrote. Each cell of the terrain's grid
// takes the class of the raster's cell that holds its centre; there is no interpolation.
#include <fmt/format.h>

#include <cmath>
#include <map>
#include <optional>

#include "grouser/base/error.hpp"
#include "grouser/survey/raster/raster_source.hpp"
#include "shared/number_range.hpp"
#include "soilmap_command.hpp"

namespace grouser::cli {
namespace {

struct FromRasterArguments {
  std::string raster, terrain, rest;
  std::vector<std::string> values;
  NewMapArguments map;
};

/// Table of the class that each number of the raster becomes.
class Translation {
 public:
  /// Reads --value NUMBER=NAME and --rest. Throws InputError.
  Translation(const FromRasterArguments& a, const SoilLegend& legend) : file_(a.raster) {
    for (const std::string& text : a.values) {
      const auto equals = text.find('=');
      if (equals == std::string::npos)
        throw InputError("--value", "'" + text + "'", "NUMBER=NAME, such as 3=sand");
      const double number = parse_number("--value", text.substr(0, equals), any_number("-"));
      const auto value = static_cast<std::uint8_t>(legend.at(text.substr(equals + 1), "--value").value);
      if (const auto [known, fresh] = classes_.emplace(static_cast<float>(number), value);
          !fresh && known->second != value)
        throw InputError("--value", "'" + text + "', a number that has another class already",
                         "one class per number; numbers are compared in single precision");
      listed_ += (listed_.empty() ? "" : ", ") + text;
    }
    if (!a.rest.empty()) rest_ = static_cast<std::uint8_t>(legend.at(a.rest, "--rest").value);
  }
  /// The class of a number, or that of --rest. Throws InputError without either, and names the cell.
  std::uint8_t class_of(float number, int column, int row) const {
    // NaN has no place in the order of a map, whose find() would return any key.
    if (const auto found = std::isnan(number) ? classes_.end() : classes_.find(number);
        found != classes_.end())
      return found->second;
    if (rest_) return *rest_;
    throw InputError(file_,
                     std::isnan(number) ? fmt::format("no value in column {}, row {}", column, row)
                                        : fmt::format("{} in column {}, row {}", number, column, row),
                     "one of --value " + listed_ + "; or --rest NAME for all others");
  }

 private:
  std::string file_, listed_;
  std::map<float, std::uint8_t> classes_;  // in the precision of the raster's cells
  std::optional<std::uint8_t> rest_;
};

/// The class of each cell of the grid, row by row. Both are compared in map coordinates. Throws InputError if
/// the raster is rotated or does not cover the grid.
std::vector<std::uint8_t> sample(RasterSource& source, const SoilGrid& grid, const Translation& translation) {
  const RasterInfo& info = source.info();
  if (!info.transform || info.at_an_angle)
    throw InputError(info.path, info.transform ? "a rotated or sheared raster" : "not georeferenced",
                     "a raster that runs east and south on the terrain's map");
  std::vector<float> line(static_cast<std::size_t>(info.columns));
  std::vector<std::uint8_t> cells;
  cells.reserve(grid.count());
  int loaded = -1;
  for (int j = 0; j < grid.rows; ++j)
    for (int i = 0; i < grid.columns; ++i) {
      const double x = grid.map_x + grid.west + i * grid.cell, y = grid.map_y + grid.north - j * grid.cell;
      const auto at = info.transform->cell(x, y);
      const double column = std::floor(at[0]), row = std::floor(at[1]);
      if (!(column >= 0.0 && row >= 0.0 && column < info.columns && row < info.rows))
        throw InputError(info.path, fmt::format("nothing at ({:.3f}, {:.3f}) of the map", x, y),
                         "a raster that covers the terrain");
      // One line of the raster is in memory at a time.
      if (static_cast<int>(row) != loaded) {
        loaded = static_cast<int>(row);
        source.read({0, loaded, info.columns, 1}, std::span<float>(line));
      }
      cells.push_back(
          translation.class_of(line[static_cast<std::size_t>(column)], static_cast<int>(column), loaded));
    }
  return cells;
}

/// Makes the map on the terrain's grid, writes it and reports.
int convert(const FromRasterArguments& a) {
  check_site(a.terrain);
  const SoilLegend legend = new_legend(a.map, {a.raster, a.terrain});
  const Translation translation(a, legend);
  const SoilGrid grid = grid_of(load_site(a.terrain));
  RasterSource source(a.raster);
  const SoilMap map(grid, legend, sample(source, grid, translation), a.raster);
  finish_new_map(a.map, map, "");
  if (!a.map.json) print_classes(map);
  return kExitOk;
}

}  // namespace

void declare_soilmap_from_raster(Command& command) {
  auto& a = command.runs(convert);
  command.argument("RASTER", a.raster, "Any raster of numbers on the terrain's map");
  command
      .option("--terrain SITE.tif|RECIPE.toml", a.terrain,
              "The terrain whose grid the map gets: a raster, or a recipe")
      .required();
  command.list("--value NUMBER=NAME", a.values, "The class that a number of the raster becomes").required();
  command.option("--rest NAME", a.rest, "The class of all other numbers, and of cells without one");
  add_new_map_options(command, a.map);
  command.footer(
      "Each cell takes the number of the raster's cell that holds its centre.\n"
      "Example: grouser soilmap from-raster geology.tif --terrain site.tif --class sand=wong_LETE_sand "
      "--class rock=bedrock --value 3=sand --rest rock --out soils.tif");
}

}  // namespace grouser::cli
