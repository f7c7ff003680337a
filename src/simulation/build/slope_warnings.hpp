// SPDX-License-Identifier: BSD-3-Clause
// Warns of soil that is steeper than its own angle of friction, which would slide by itself.
#pragma once
#include <string>
#include <vector>

#include "grouser/simulation/step/world.hpp"

namespace grouser {
/// One sentence per soil; empty where no sampled slope is too steep. Shapes on the ground are not judged.
std::vector<std::string> slope_warnings(const World& world);
}  // namespace grouser
