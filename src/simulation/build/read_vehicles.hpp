// SPDX-License-Identifier: BSD-3-Clause
// The vehicles of a scenario: rover, lander, [[vehicle]], each with its place, its motor and its drive.
#pragma once
#include "read_scenario.hpp"

namespace grouser {

/// Throws InputError.
void read_vehicles(const TomlTable& scenario, const OpenModel& open_model, WorldSpec& spec);

}  // namespace grouser
