// SPDX-License-Identifier: BSD-3-Clause
// The table [verdict] of a scenario, read and written.
#pragma once
#include "grouser/base/toml_input.hpp"
#include "toml_writer.hpp"

namespace grouser {

/// Sets spec.verdict where the scenario has one. Throws InputError.
void read_verdict(const TomlTable& scenario, WorldSpec& spec);
void write_verdict(const WorldSpec& spec, TomlWriter& t);

}  // namespace grouser
