// SPDX-License-Identifier: BSD-3-Clause
// --geojson and --gpkg: places and their numbers for programs that show maps.
#pragma once
#include <string>
#include <vector>

#include "command.hpp"
#include "grouser/base/output_files.hpp"
#include "grouser/recording/run_file/table_file.hpp"
#include "grouser/terrain/surface/terrain.hpp"

namespace grouser::cli {

/// Names of the files that were asked for; empty: not.
struct MapOutputs {
  std::string geojson, geopackage;
  bool wanted() const { return !geojson.empty() || !geopackage.empty(); }
  /// For check_outputs().
  std::vector<OutputFile> files() const;
};
void add_map_options(Command& command, MapOutputs& outputs);

/// Call before the work. Throws InputError where longitudes are asked for on a terrain that is on no map.
void check_maps(const MapOutputs& outputs, const Terrain& terrain);

/// Whether places are joined to a path.
enum class MapLine { no, yes };
/// Writes the files that are wanted, of a table with columns `x` and `y`. Throws InputError.
void write_maps(const MapOutputs& outputs, const std::string& name, const Table& table, MapLine line,
                const Terrain& terrain);

}  // namespace grouser::cli
