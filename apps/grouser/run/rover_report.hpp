// SPDX-License-Identifier: BSD-3-Clause
// A rover as JSON, for `grouser rovers` and `grouser info`.
#pragma once
#include "grouser/vehicle/spec/vehicle.hpp"
#include "shared/console.hpp"

namespace grouser::cli {

/// Sum of the bodies' masses, kg.
double rover_mass(const VehicleSpec& rover);

/// Name, mass, bodies, joints, wheels, sources and assumptions.
Json rover_json(const VehicleSpec& rover);

}  // namespace grouser::cli
