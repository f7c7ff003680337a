// SPDX-License-Identifier: BSD-3-Clause
// Motions and releases of parts of a world at given times, beside its drives.
#pragma once
#include "grouser/simulation/build/world_spec.hpp"

namespace grouser {

/// Sets which prescribed joints are led (world.led) and, of the rest that no wheel drives, which are held
/// (world.held). Throws InputError.
void build_motions(const WorldSpec& spec, World& world);
/// Sets the springs that each release cuts. Throws InputError.
void build_releases(const WorldSpec& spec, World& world);

}  // namespace grouser
