// Rays from the disc's centre through the rim to where they come out of the base ground. Private to the
// terrain module.
#pragma once
#include "rim_piece.hpp"

namespace grouser::terrain {

/// Rays at several angles, as far as the base surface's tangent planes tell.
struct RayLanes {
  Lanes delta;                               ///< r - d, m
  Lanes gradient_x, gradient_y, gradient_z;  ///< d(delta)/d(center)
  Lanes rut;                                 ///< memory's depth there, m
};
void find_base_rays(const DiscFrame&, BaseSurface&, const Lanes& cosine, const Lanes& sine, RayLanes&);
/// r - d of one ray, m.
double find_base_ray(const DiscFrame&, BaseSurface&, double cosine, double sine);

}  // namespace grouser::terrain
