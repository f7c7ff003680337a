// SPDX-License-Identifier: BSD-3-Clause
// The soils that a person can choose from: those that come with the program, their own, and those of the open
// scenario with what was changed of them.
#pragma once
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "grouser/base/input_document.hpp"
#include "grouser/base/toml_input.hpp"
#include "grouser/soil/laws/soil_params.hpp"

namespace grouser::desktop {

enum class SoilOrigin { scenario, own, shipped };

struct ShelvedSoil {
  std::string given;  ///< as `terrain.soil` takes it: an id, or a path
  SoilOrigin origin = SoilOrigin::shipped;
  SoilParams params;
  std::vector<KeyNote> keys;  ///< its numbers, with units and ranges
  std::string text;           ///< of its file, with what was changed
  /// Prefix of its keys in a setting: "soil." for the soil of the ground, "soil.ID." for another soil of
  /// the scenario; empty: its numbers cannot be set.
  std::string prefix;
  bool is_grounds() const { return prefix == "soil."; }
};
using Shelf = std::vector<std::shared_ptr<const ShelvedSoil>>;

/// The soils of assets/soils, by id. Throws InputError.
Shelf shipped_soils();
/// The soils that lie in a folder, by path; files that are no soils are left out.
Shelf own_soils(const std::filesystem::path& folder);
/// The soils among the documents of a scenario, the ground's first, with `changes`; the later of one key
/// counts. Throws InputError where a change is refused.
Shelf scenario_soils(const std::vector<InputDocument>& documents, const std::vector<Override>& changes);

/// Writes a soil under another name into a folder, which is made: FOLDER/NAME.toml. A file that is there
/// stays. Throws InputError (a name that cannot be a file's, or is taken) or RunError. Returns the path.
std::filesystem::path write_new_soil(const ShelvedSoil& soil, const std::string& name,
                                     const std::filesystem::path& folder);

}  // namespace grouser::desktop
