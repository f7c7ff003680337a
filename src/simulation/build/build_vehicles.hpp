// The vehicles of a world: their files, the forest of all their bodies, and what touches the ground.
#pragma once
#include "document_source.hpp"
#include "grouser/base/toml_input.hpp"
#include "grouser/simulation/step/world.hpp"

namespace grouser {

/// Reads the rover and the lander, each with its place; at least one of them. Throws InputError.
void read_vehicles(World& world, const TomlTable& scenario, DocumentSource& source);
/// Makes one forest of them, with the scenario's ties. Throws InputError.
void build_forest(World& world, const TomlTable& scenario);
/// Wheels with what drives them. Throws InputError.
void build_wheels(World& world, const TomlTable& drive);

}  // namespace grouser
