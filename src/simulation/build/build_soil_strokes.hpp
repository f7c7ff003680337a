// SPDX-License-Identifier: BSD-3-Clause
// Soil strokes that the scenario, or the run it comes from, tells.
#pragma once
#include "grouser/simulation/build/world_spec.hpp"

namespace grouser {

/// Call when the ground is there. Throws InputError for strokes that no run takes or that are not in order.
void build_soil_strokes(const WorldSpec& spec, World& world);

}  // namespace grouser
