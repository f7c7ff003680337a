// SPDX-License-Identifier: BSD-3-Clause
// Ground that deforms by the Soil Contact Model: its laws in a world.
#pragma once
#include "grouser/simulation/build/world_spec.hpp"

namespace grouser {

/// The model of the base ground; null where it is of other laws. Call when the world has its parts. Throws
/// InputError where a soil, a wheel or the grid does not fit the law.
std::shared_ptr<const GroundModel> build_deforming_ground(const WorldSpec& spec, const World& world);

}  // namespace grouser
