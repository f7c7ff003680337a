// SPDX-License-Identifier: BSD-3-Clause
// From a description of links and joints to a vehicle's file: which joints turn wheels, which steer, which
// are the suspension, and numbers for what URDF and SDF do not say. Every guess is reported and listed under
// `assumed`.
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "grouser/exchange/rovers/rover_description.hpp"
#include "grouser/exchange/rovers/rover_files.hpp"

namespace grouser {

/// The parts that touch the ground beside the wheels.
enum class ImportedContact {
  made,       ///< shapes that the program makes for bodies (`touch`)
  collisions  ///< the collision forms of the file, as [[body_mesh]]
};

/// Choices of a person. Names are those of the file; of joints with * at the end for all that begin so.
struct RoverImportOptions {
  std::string name = {};  ///< of the rover; empty: the file's
  std::vector<std::string> wheels =
      {};  ///< joints that turn wheels, or links that are wheels; none: they are looked for
  std::vector<std::pair<std::string, std::string>> wheel_keys = {};      ///< keys of [wheel] and their values
  std::optional<std::pair<std::string, std::string>> differential = {};  ///< left and right rocker joint
  std::vector<std::string> held = {};                                    ///< joints that are prescribed
  std::vector<std::string> free = {};                                    ///< joints that move by forces
  std::string forward = "x";  ///< direction of travel in the root link: x, -x, y or -y
  ImportedContact contact = ImportedContact::made;
};

/// A mesh that has to lie beside the rover's file, so that scenarios may read it.
struct MeshCopy {
  std::filesystem::path from;  ///< where it is
  std::string to;              ///< its name from the folder of the rover's file: "meshes/wheel.stl"
};

/// The result in words, a line each; and the meshes that are copied.
struct RoverImportReport {
  std::vector<std::string> took = {}, guessed = {}, left_out = {}, warnings = {};
  std::vector<MeshCopy> copies = {};
};

/// A vehicle's TOML. `out_folder`: where it will lie, from which its mesh files are named. Throws InputError,
/// naming file and line of the rover, or the option.
std::string import_rover(const RoverDescription& rover, const RoverFiles& files,
                         const RoverImportOptions& options, const std::filesystem::path& out_folder,
                         RoverImportReport& report);

}  // namespace grouser
