// The ground of a world: its shape, its soils, and the surfaces that vehicles carry.
#pragma once
#include "document_source.hpp"
#include "grouser/base/toml_input.hpp"
#include "grouser/simulation/step/world.hpp"

namespace grouser {

/// Throws InputError.
void build_ground(World& world, const TomlTable& scenario, DocumentSource& source);

}  // namespace grouser
