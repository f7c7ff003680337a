// SPDX-License-Identifier: BSD-3-Clause
// A soil map on disk: an 8-bit GeoTIFF with a colour table (site_soils.tif), its legend
// (site_soils.legend.toml) and, once it has been painted, its edits (site_soils.edits), for undo.
#pragma once
#include <filesystem>

#include "grouser/terrain/surface/soil_map.hpp"
#include "grouser/terrain/surface/soil_map_edit.hpp"

namespace grouser {

/// First line of an edit journal.
inline constexpr const char* kEditsFirstLine = "grouser soil map edits, version 1";

std::filesystem::path legend_path(const std::filesystem::path& map);  ///< path of the legend beside a map

/// Path of the edit journal beside a map.
std::filesystem::path journal_path(const std::filesystem::path& map);

/// The bytes and their grid; the local frame's origin is in the middle. Throws InputError: not 8-bit, no
/// colour table, cells without a class, not on a grid of square cells that run east and south.
struct SoilRaster {
  SoilGrid grid;                    ///< place and size of the cells
  std::vector<std::uint8_t> cells;  ///< classes, row by row from the north-west
  std::string pair = {};            ///< its mark (raster_pair.hpp), "" if it has none
};

/// Reads the raster of a map without its legend. Throws InputError as above.
SoilRaster read_soil_raster(const std::filesystem::path& path);

/// Throws InputError if the raster and the legend were not written together.
void check_legend(const std::string& map, const SoilRaster& raster, const TomlTable& legend);

/// The map with its legend. Throws InputError: as above, no legend, or a class that is not in the legend.
SoilMap load_soil_map(const std::filesystem::path& path);
/// Writes the raster; the same map gives the same bytes. Atomic.
void write_soil_raster(const std::filesystem::path& path, const SoilMap& map);
/// Writes the legend of a map, whose path is given. Atomic.
void write_legend(const std::filesystem::path& map, const SoilLegend& legend);

/// Empty if there is no journal. A map whose writing was cut short behind its journal is at the edit before
/// it. Throws InputError: damaged, or made for another state of the map.
SoilMapJournal load_journal(const std::filesystem::path& map_path, const SoilMap& map);
/// Writes the journal of a map. Atomic.
void write_journal(const std::filesystem::path& map_path, const SoilMap& map, const SoilMapJournal& journal);

/// Writes the raster and its legend, with one mark: both, or neither if one cannot be written. Edits of a map
/// that was there before go.
void write_soil_map(const std::filesystem::path& path, const SoilMap& map);
/// Writes the raster and its journal, which knows this state of the map and the one that is there now:
/// whichever of the two is on the disk after a kill, the journal fits it. Hold an EditLock from before the
/// map was read.
void write_edited_map(const std::filesystem::path& path, const SoilMap& map, const SoilMapJournal& journal);

}  // namespace grouser
