// SPDX-License-Identifier: BSD-3-Clause
// A state as bytes, for programs that keep states outside of run files, and back.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "grouser/simulation/step/state.hpp"

namespace grouser {

class World;

/// The whole state with its layout and a hash of the bytes, little endian.
std::vector<std::uint8_t> state_bytes(const SimulationState& state);

/// The state of this world that state_bytes() wrote. Throws InputError at `place` where the bytes are spoiled
/// or those of another kind of world.
SimulationState state_from_bytes(const World& world, std::span<const std::uint8_t> bytes,
                                 const std::string& place);

}  // namespace grouser
