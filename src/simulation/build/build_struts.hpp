// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "grouser/simulation/step/world.hpp"

namespace grouser {

/// Puts the struts of all vehicles on their bodies. Throws InputError.
void build_struts(World& world);

}  // namespace grouser
