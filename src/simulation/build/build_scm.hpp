// SPDX-License-Identifier: BSD-3-Clause
// Ground that deforms by the Soil Contact Model: its laws in a world.
#pragma once
#include "grouser/simulation/build/world_spec.hpp"

namespace grouser {

/// Call after build_wheels(). Throws InputError where a soil, a wheel or the grid does not fit the law.
void build_scm(const WorldSpec& spec, World& world);

}  // namespace grouser
