// SPDX-License-Identifier: BSD-3-Clause
// The numbers of a soil by the keys of its file, for whoever changes some of them thousands of times
// (mission/fit).
#pragma once
#include <string_view>

#include "grouser/soil/laws/soil_params.hpp"

namespace grouser {

/// Sets a number by its key in a soil's file and in that file's unit (degrees); false: no law has such a key.
/// It checks no range: validate() does.
bool set_soil_number(SoilParams& soil, std::string_view key, double value);

/// That number; NaN where the soil has none, or no law has such a key.
double soil_number(const SoilParams& soil, std::string_view key);

/// Whether some law has such a key.
bool is_soil_number(std::string_view key);

}  // namespace grouser
