// SPDX-License-Identifier: BSD-3-Clause
// The part of a soil map that a terrain needs.
#pragma once
#include <string>

#include "grouser/terrain/surface/soil_map.hpp"

namespace grouser {

/// The part of a map that lies under a heightfield, in its frame. The map may be larger; its cells must be
/// the field's. Throws InputError that names both grids.
SoilMap cut_to(const SoilMap& map, const Heightfield& field, const std::string& place);

}  // namespace grouser
