// SPDX-License-Identifier: BSD-3-Clause
// Robots under whole-body control, and pushes.
#pragma once
#include "grouser/simulation/build/world_spec.hpp"
#include "grouser/simulation/step/world.hpp"

namespace grouser {

/// Puts robots with soles on the world's joints and pads. Throws InputError.
void build_balance(const WorldSpec&, World&);

}  // namespace grouser
