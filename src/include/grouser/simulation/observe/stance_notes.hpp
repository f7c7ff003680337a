// SPDX-License-Identifier: BSD-3-Clause
// Notes on how wheeled vehicles stand at the start of a run: stops of the suspension in use, parts
// under the ground, wheels without load, a centre of mass outside of the wheels.
#pragma once
#include <string>
#include <vector>

#include "grouser/simulation/step/simulation.hpp"

namespace grouser {

/// Sentences with the numbers, about the state as it is now: call it at the start. Stops and loads are looked
/// at where the vehicle has settled on its wheels.
std::vector<std::string> stance_notes(const Simulation& simulation);

}  // namespace grouser
