// SPDX-License-Identifier: BSD-3-Clause
// `grouser soilmap`: its subcommands, one file each, and their shared functions.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "grouser/base/output_files.hpp"
#include "grouser/survey/soil_map/soil_map_file.hpp"
#include "shared/command.hpp"
#include "shared/console.hpp"

namespace grouser::cli {

void declare_soilmap_new(Command&);
void declare_soilmap_paint(Command&);
void declare_soilmap_from_slope(Command&);
void declare_soilmap_from_raster(Command&);
void declare_soilmap_style(Command&);
void declare_soilmap_info(Command&);

inline constexpr CommandEntry kSoilmapCommands[] = {
    {"new", "Make a map of one class on a terrain's grid", declare_soilmap_new},
    {"paint", "Give cells of a map another class, or take that back", declare_soilmap_paint},
    {"from-slope", "Give cells a class by the slope, height or roughness of the terrain",
     declare_soilmap_from_slope},
    {"from-raster", "Make a map from a raster of class numbers", declare_soilmap_from_raster},
    {"style", "Write names and colours of the classes for QGIS and other programs", declare_soilmap_style},
    {"info", "Show what is in a soil map", declare_soilmap_info},
};

/// Throws InputError where there is no such file, or it is a scenario and no terrain.
void check_site(const std::string& path);
/// A raster of heights, or the terrain that a recipe makes.
Heightfield load_site(const std::string& path);

/// Arguments that all commands that make a map share: --class, --out, --json. new_legend() checks that the
/// first two are given; required options would be checked before the files.
struct NewMapArguments {
  std::string out;
  std::vector<std::string> classes;
  bool json = false, force = false;
};
void add_new_map_options(Command& command, NewMapArguments& a);
/// The legend of --class; its soils are there, and the map is none of the inputs. Throws InputError.
SoilLegend new_legend(const NewMapArguments& a, const std::vector<std::string>& inputs);
/// Writes the map and reports it; `all` describes its cells in words, or is empty.
void finish_new_map(const NewMapArguments& a, const SoilMap& map, const std::string& all);

/// The files that `soilmap style` writes beside a map, for check_outputs().
std::vector<OutputFile> style_outputs(const std::string& map);

/// Classes of "NAME=SOIL" texts, values from 1 on, in colours that can be distinguished. Throws InputError.
SoilLegend legend_of(const std::vector<std::string>& classes);
/// The soils that a legend names must be there: beside it, here, or among the program's own.
void check_soils(const SoilLegend& legend, const std::filesystem::path& beside);

/// "x,y x,y": m. Throws InputError.
std::vector<Vec2> parse_points(const std::string& option, const std::string& text);

/// Operations of a script (soilmap_script.cpp). Throws InputError.
std::vector<SoilMapOperation> read_operations(const std::string& path, const SoilLegend& legend);

/// Applies the operations to the map in the file, all or none, and reports.
int apply_operations(const std::string& path, const std::vector<SoilMapOperation>& operations,
                     const std::string& place, const std::string& terrain, bool json);

/// Cells, share and area of each class.
Json class_list(const SoilMap& map);
void print_classes(const SoilMap& map);

}  // namespace grouser::cli
