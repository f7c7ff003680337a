// SPDX-License-Identifier: BSD-3-Clause
// From a scenario to an FMU: a zip file of a description, the shared object and the resources.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "grouser/base/toml_input.hpp"
#include "grouser/exchange/fmu/fmu_model.hpp"

namespace grouser {

enum class FmiVersion { fmi2 = 2, fmi3 = 3 };

/// The contents of a unit, beside the scenario.
struct FmuWish {
  std::string scenario;                 ///< path or id
  std::vector<Override> settings;       ///< of the scenario; that the drives are commanded is one of them
  std::vector<std::string> channels;    ///< patterns of outputs, beside those of default
  std::vector<std::string> parameters;  ///< dotted keys that the importer may set
  bool state_hash = false;              ///< an output tells the hash of the state, as a text
  bool torques = false;                 ///< wheels are commanded by torque in place of speed
};

/// Reads and builds the scenario. Throws InputError, also for a pattern that no channel matches and a key
/// that the scenario does not know.
FmuModel make_fmu_model(const FmuWish& wish);

/// The name that tools know the unit by: a C identifier made from the scenario's name.
std::string fmu_identifier(const FmuModel& model);

/// modelDescription.xml of FMI 2.0.4 or 3.0.2.
std::string model_description(const FmuModel& model, FmiVersion version);

/// The shared object that `grouser fmu` packs, of this installation or build. Throws RunError where it is
/// missing.
std::filesystem::path fmu_front();

/// The same bytes for the same model, version and front. Throws RunError where writing fails.
void write_fmu(const std::filesystem::path& out, FmuModel model, FmiVersion version,
               const std::filesystem::path& front);

}  // namespace grouser
