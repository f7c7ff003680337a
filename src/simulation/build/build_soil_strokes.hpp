// SPDX-License-Identifier: BSD-3-Clause
// Soil strokes of the scenario, or of the run it comes from.
#pragma once
#include "grouser/simulation/build/world_spec.hpp"

namespace grouser {

/// Call when the ground is there. Throws InputError for strokes that no run takes or that are not in order.
void build_soil_strokes(const WorldSpec& spec, World& world);

}  // namespace grouser
