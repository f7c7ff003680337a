// SPDX-License-Identifier: BSD-3-Clause
// A scenario as a unit of co-simulation (Functional Mock-up Interface): its variables, and the resources from
// which the unit makes its world. The command line writes both into an FMU, the front of the FMU (fmu/) reads
// them again. docs/exchange_fmu.md.
#pragma once
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "grouser/recording/run_file/run_header.hpp"

namespace grouser {

enum class FmuCausality { independent, input, output, parameter };
enum class FmuType { real, integer, boolean, string };

/// One scalar variable; its value reference is its place in FmuModel::variables.
struct FmuVariable {
  std::string name;  ///< a column of the external drive, a channel, or a dotted key
  FmuCausality causality = FmuCausality::output;
  FmuType type = FmuType::real;
  std::string unit = {};         ///< "" or "-": none
  std::string description = {};  ///< one line
  std::string start = {};        ///< of inputs and parameters, as its type is written
  bool limited = false;          ///< real inputs: lowest and highest hold
  double lowest = 0.0, highest = 0.0;
};

struct FmuModel {
  RunHeader header;       ///< documents, settings and rasters of the world
  std::string token;      ///< guid (FMI 2), instantiation token (FMI 3): a hash of all that the unit holds
  double step = 0.0;      ///< nominal internal step, s
  double duration = 0.0;  ///< s after which the unit asks to be terminated
  std::vector<FmuVariable> variables;  ///< time, inputs, outputs, parameters
};

/// The file of the resources that lists the others.
inline constexpr const char* kFmuManifest = "grouser.json";

/// A file of the resources: path below the folder, and bytes.
struct FmuResource {
  std::string path;
  std::string bytes;
};

/// The resources of a model: the list, the documents word for word, the rasters as numbers. The token is set
/// from them.
std::vector<FmuResource> fmu_resources(FmuModel& model);

/// The model that fmu_resources() wrote into a folder. Throws InputError.
FmuModel read_fmu_resources(const std::filesystem::path& folder);

}  // namespace grouser
