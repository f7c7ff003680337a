// SPDX-License-Identifier: BSD-3-Clause
// The settings of a run: [integration], [recording] and the scenario's own keys.
#pragma once
#include "grouser/base/toml_input.hpp"
#include "grouser/simulation/step/world.hpp"

namespace grouser {

/// Throws InputError at the key that is wrong.
RunSettings read_settings(const TomlTable& scenario);

}  // namespace grouser
