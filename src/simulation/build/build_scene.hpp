// What viewers and recorders see of a world: names, looks, channels, notes.
#pragma once
#include "grouser/base/toml_input.hpp"
#include "grouser/simulation/step/world.hpp"

namespace grouser {

/// Throws InputError where [view] names a channel that the world does not have.
void build_scene(World& world, const TomlTable& scenario);
/// Adds notes on provisional soils and on slopes the rover may not climb.
void add_notes(World& world);

}  // namespace grouser
