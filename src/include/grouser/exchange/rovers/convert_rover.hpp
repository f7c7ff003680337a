// SPDX-License-Identifier: BSD-3-Clause
// Rovers from one format to another: URDF (with xacro), SDF and the vehicle's own TOML.
#pragma once
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "grouser/exchange/rovers/rover_import.hpp"

namespace grouser {

enum class RoverFormat { toml, urdf, xacro, sdf };

/// The format of a file by its ending (.toml, .urdf, .xacro, .sdf). Throws InputError for another one.
RoverFormat rover_format(const std::filesystem::path& path);

/// Choices of a person for a conversion.
struct ConvertOptions {
  RoverImportOptions import = {};
  std::map<std::string, std::string> arguments = {};           ///< of xacro
  std::map<std::string, std::filesystem::path> packages = {};  ///< folders by name
  std::vector<std::filesystem::path> allowed = {};             ///< further folders that may be read
  bool plain = false;                                          ///< a <grouser> element is left out
};

/// A rover as the text of another format, and what came of it.
struct ConvertedRover {
  std::string text;
  RoverImportReport report;
  bool carried = false;  ///< the vehicle's TOML came out of a <grouser> element
};

/// The links and joints of a file of URDF, xacro or SDF. Throws InputError.
RoverDescription load_rover_description(const std::filesystem::path& path, const ConvertOptions& options);

/// Writes a converted rover, its meshes beside it first. Throws InputError where another file has the name of
/// a mesh, RunError where something cannot be written.
void write_converted(const ConvertedRover& rover, const std::filesystem::path& file);

/// The rover of a file as `format`, to lie in `out_folder`. The vehicle that comes of it is read and built,
/// so that what is wrong with it is said here. Throws InputError.
ConvertedRover convert_rover(const std::filesystem::path& path, RoverFormat format,
                             const std::filesystem::path& out_folder, const ConvertOptions& options);

}  // namespace grouser
