// SPDX-License-Identifier: BSD-3-Clause
// Warnings when soil moduli measured under one gravity are used under another.
#pragma once
#include <string>

#include "grouser/soil/laws/soil_params.hpp"

namespace grouser {

/// Says that a soil's moduli stay as in its file where the gravity (m/s2) is not Earth's; "" where it is, where the soil
/// says at which gravity they hold, or where its law has none.
std::string moduli_gravity_note(const SoilParams& soil, double gravity);

}  // namespace grouser
