// SPDX-License-Identifier: BSD-3-Clause
// The values of a scenario's tables. What refers to other files is opened by the caller.
#pragma once
#include <functional>

#include "grouser/base/toml_input.hpp"
#include "grouser/simulation/build/world_spec.hpp"

namespace grouser {

/// Sets model and places.document of a vehicle from its role and file.
using OpenModel = std::function<void(VehicleInWorld&)>;

/// Reads all but [terrain] and `set`. Throws InputError at the key that is wrong; unknown keys are found by finish() of
/// the scenario's table.
void read_scenario(const TomlTable& scenario, const OpenModel& open_model, WorldSpec& spec);

}  // namespace grouser
