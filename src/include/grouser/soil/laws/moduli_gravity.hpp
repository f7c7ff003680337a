// SPDX-License-Identifier: BSD-3-Clause
// A soil that is taken to another body: its moduli there, and the notes about them.
#pragma once
#include <string>

#include "grouser/soil/laws/soil_params.hpp"

namespace grouser {

/// The moduli of a soil at a body's gravity (m/s2) under what is `width` m wide (pressure_sinkage.hpp).
PressureParams moduli_of(const SoilParams& soil, double gravity, double width);

/// A note on how the soil's law takes a gravity (m/s2) that is not Earth's, or not that of its moduli; ""
/// where there is nothing to say.
std::string gravity_note(const SoilParams& soil, double gravity);

}  // namespace grouser
