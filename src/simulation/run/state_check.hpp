// SPDX-License-Identifier: BSD-3-Clause
// Whether a state read from a file can be one of a run.
#pragma once
#include <string>

namespace grouser {

class World;
struct SimulationState;

/// Throws InputError if a number of the state is one that no run of this world has: a run file may come from
/// anyone, and some of these numbers are used as indices.
void check_state(const World& world, const SimulationState& state, const std::string& place);

}  // namespace grouser
