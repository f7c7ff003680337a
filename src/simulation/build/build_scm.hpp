// SPDX-License-Identifier: BSD-3-Clause
// Ground that deforms by the Soil Contact Model: its keys in [terrain], and its laws in a world.
#pragma once
#include "grouser/base/toml_input.hpp"
#include "grouser/simulation/build/world_spec.hpp"

namespace grouser {

/// Reads scm_cell, scm_shear and scm_digging. Throws InputError.
ScmSpec read_scm(const TomlTable& terrain);

/// Call after build_wheels(). Throws InputError where a soil, a wheel or the grid does not fit the law.
void build_scm(const WorldSpec& spec, World& world);

}  // namespace grouser
