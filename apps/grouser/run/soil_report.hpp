// SPDX-License-Identifier: BSD-3-Clause
// A soil as JSON and as text, for `grouser soils` and `grouser info`.
#pragma once
#include <string>
#include <vector>

#include "grouser/soil/laws/soil_params.hpp"
#include "shared/console.hpp"

namespace grouser::cli {

/// The keys of a soil file, SI; phi_deg in degrees as there. Keys that do not apply (hard or soft) are left
/// out.
Json soil_json(const SoilParams& soil);

/// "soil es_1 is provisional: ..." where it is.
std::vector<std::string> soil_notes(const SoilParams& soil);

/// The same, and that its moduli do not scale, where the gravity is not Earth's.
std::vector<std::string> soil_notes(const SoilParams& soil, double gravity);

}  // namespace grouser::cli
