// SPDX-License-Identifier: BSD-3-Clause
// Rays from the disc's centre through the rim to the point where they leave the base ground. Private to the
// terrain module.
#pragma once
#include "rim_piece.hpp"

namespace grouser::terrain {

void find_base_rays(const DiscFrame&, BaseSurface&, const Lanes& cosine, const Lanes& sine, RayLanes&);
/// Penetration r - d along one ray, m.
double find_base_ray(const DiscFrame&, BaseSurface&, double cosine, double sine);

}  // namespace grouser::terrain
