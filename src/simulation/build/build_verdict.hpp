// SPDX-License-Identifier: BSD-3-Clause
// Rules by which a run is judged.
#pragma once
#include "grouser/simulation/build/world_spec.hpp"

namespace grouser {

/// Sets World::verdict where the spec asks for one or a rover starts on a lander. Throws InputError.
void build_verdict(const WorldSpec& spec, World& world);

}  // namespace grouser
