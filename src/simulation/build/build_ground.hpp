// SPDX-License-Identifier: BSD-3-Clause
// The ground of a world: its shape, its soils, and the surfaces that vehicles carry.
#pragma once
#include "grouser/simulation/build/world_spec.hpp"

namespace grouser {

/// Throws InputError.
void build_ground(const WorldSpec& spec, World& world);

}  // namespace grouser
