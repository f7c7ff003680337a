// What a scenario wants judged: its [verdict] table.
#pragma once
#include "grouser/base/toml_input.hpp"
#include "grouser/simulation/step/world.hpp"

namespace grouser {

/// Sets World::verdict where the scenario has the table or its rover starts on a lander. Throws InputError.
void read_verdict(World& world, const TomlTable& scenario);

}  // namespace grouser
