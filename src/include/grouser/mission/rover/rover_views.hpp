// SPDX-License-Identifier: BSD-3-Clause
// Drawings of a standing rover, true to scale: from its left side, from ahead, and from above.
#pragma once
#include <vector>

#include "grouser/chart/drawing.hpp"
#include "grouser/mission/rover/rover_stance.hpp"

namespace grouser {

/// Three charts: side (x, z), front (y, z) and top (x, y). Wheels with their loads, links from joint to
/// joint, the hull, the centre of mass, the plate and the support polygon, on axes in m with equal scales.
std::vector<DrawChart> rover_views(const RoverStance& stance);

}  // namespace grouser
