// SPDX-License-Identifier: BSD-3-Clause
// Vehicle files, whatever their format: the one place that chooses a reader. A new format is a reader (header
// and source) and a line in vehicle_document.cpp; scenarios, run files, `grouser info` and the studies then
// take it.
#pragma once
#include <string>
#include <vector>

#include "grouser/base/key_visitors.hpp"
#include "grouser/vehicle/spec/vehicle.hpp"

namespace grouser {

/// The text of a vehicle's file, and what is to be other than it says.
struct VehicleDocument {
  std::string name;          ///< file name or id: its ending is the format; without a known one, TOML
  std::string text;          ///< TOML, or the format of the name's ending
  std::string place = name;  ///< for errors: a path, or a document of a run file
  std::vector<Override> changes = {};               ///< keys of this document, in order
  OpenMesh open_mesh = {};                          ///< none: a file of a mesh is refused
  MissingTouch missing_touch = MissingTouch::made;  ///< run files of before these were made: none
};

/// Reads and checks a vehicle in the format of its name. `keys`: where given, gets what a file of its kind
/// may say, if it is TOML. Throws InputError.
VehicleSpec read_vehicle_document(const VehicleDocument& document, std::vector<KeyNote>* keys = nullptr);

/// The same for a file on the disk.
VehicleSpec load_vehicle(const std::string& path);

/// All keys of a vehicle's file, for people.
std::vector<ListedSection> list_vehicle_keys();

}  // namespace grouser
