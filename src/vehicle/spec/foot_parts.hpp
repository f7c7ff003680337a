// SPDX-License-Identifier: BSD-3-Clause
// Feet of a vehicle file. Private to the vehicle module.
#pragma once
#include <vector>

#include "vehicle_parts.hpp"

namespace grouser {

/// Adds the file's [[foot]]s as pads: a ball or a plate on an ankle is one, a sole that is fixed to its leg several
/// (NAME_1 ...). `contact`: stiffness, damping and friction of all feet. Throws InputError naming key, value and what was
/// expected.
void read_feet(const TomlTable& vehicle, const PadSpec& contact, std::vector<PadSpec>& pads);

}  // namespace grouser
