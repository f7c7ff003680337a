// SPDX-License-Identifier: BSD-3-Clause
// The contact law of every wheel on every soil, its dampers, and the guard that refuses steps too long for
// them.
#pragma once
#include "grouser/simulation/step/world.hpp"

namespace grouser {

/// Throws InputError where a vehicle is too heavy for its wheels or the step is too long.
void build_laws(World& world);

}  // namespace grouser
