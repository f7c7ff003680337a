// SPDX-License-Identifier: BSD-3-Clause
// Vertical units in words. Private.
#pragma once
#include <optional>
#include <string>

namespace grouser::terrain {

/// Metres per unit: "m", "metre", "Meters", "km", "ft", "US survey foot", ...; none if it is not a length.
std::optional<double> metres_per_unit(std::string name);

}  // namespace grouser::terrain
