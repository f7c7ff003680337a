// SPDX-License-Identifier: BSD-3-Clause
// Names of a vehicle's parts where another vehicle of its role is in the world before it.
#pragma once
#include <string>

#include "grouser/vehicle/spec/vehicle.hpp"

namespace grouser {

/// The vehicle with `prefix` before the names of all its parts and before all references to them.
VehicleSpec with_prefix(VehicleSpec vehicle, const std::string& prefix);

}  // namespace grouser
