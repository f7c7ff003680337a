// Rays from the disc's centre through the rim to where they come out of the base ground. Private to the
// terrain module.
#pragma once
#include "rim_piece.hpp"

namespace grouser::terrain {

void find_base_rays(const DiscFrame&, BaseSurface&, const Lanes& cosine, const Lanes& sine, RayLanes&);
/// r - d of one ray, m.
double find_base_ray(const DiscFrame&, BaseSurface&, double cosine, double sine);

}  // namespace grouser::terrain
