// SPDX-License-Identifier: BSD-3-Clause
// The ground of a recorded run as wheels left it.
#pragma once
#include <optional>

#include "grouser/recording/run_file/run_reader.hpp"
#include "grouser/terrain/memory/ground_memory.hpp"
#include "grouser/terrain/surface/terrain.hpp"

namespace grouser {

/// Heights of the ground, shapes apart, on the cells of `memory`: the rectangle of all tiles that were
/// written. Throws InputError, naming `place`, where nothing was written or the rectangle has more cells
/// than a heightfield may.
Heightfield deformed_ground(const Terrain& terrain, const GroundMemory& memory, const std::string& place);

/// The ground of a run's last keyframe. Throws InputError.
Heightfield deformed_ground(const RunReader& run);

}  // namespace grouser
