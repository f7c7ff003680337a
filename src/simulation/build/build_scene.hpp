// SPDX-License-Identifier: BSD-3-Clause
// Parts of a world for viewers and recorders: names, looks, channels, notes.
#pragma once
#include "grouser/simulation/build/world_spec.hpp"

namespace grouser {

/// Throws InputError where `plots` names a channel that the world does not have.
void build_scene(const WorldSpec& spec, World& world);
/// Adds notes on provisional soils and on slopes the rover may not climb.
void add_notes(const WorldSpec& spec, World& world);

}  // namespace grouser
