// The ends of the arcs of a wheel's discs, several discs at a time, where the ground is so smooth that the rim dips
// below it once at most. Private to the terrain module.
//
// Depth of the rim below the ground z = H(x, y) at angle theta, with rho the ray and ' = d/d(theta):
//   f = H(c + r rho) - (c + r rho)_z,   f' = r (grad H . rho' - rho'_z)
//   f'' = r^2 rho'^T (Hess H) rho' - r g,   g = grad H . rho - rho_z
// With K a bound of the second derivatives (Heightfield::largest_bend), grad H differs from its value under the
// centre by at most K r |rho_xy|, and the three directions of the disc are a rotation, so
// |rho_xy|^2 + |rho'_xy|^2 = 1 + a_z^2 (a: the axle). Under the centre g is S cos(theta - middle), with S the length of
// the part of (-dH/dx, -dH/dy, 1) in the disc's plane. Hence
//   S cos(theta - middle) - K r (1 + a_z^2)  <=  -f''/r  <=  S + K r (1 + a_z^2)                              (1)
// The rim is below the ground only where the cosine is larger than h/r, h the distance of the bounding plane
// (base_reach.hpp). Where the left side is positive there, f is strictly concave: it vanishes twice at most, once rising
// and once falling, and whatever two such angles a search finds are the ends of the only arc.
//
// From a look at theta, Halley's step with f'' = -r g misses only the ground's own bend. With n = -f/f' Newton's step and
// d = n/(1 + f'' n/(2 f')) Halley's, Taylor's theorem and the right side M of (1) give
//   |f(theta + d)|  <=  r M max(|n|, |d|)^2                                                                   (2)
// so that the last step is taken without another look.
#pragma once
#include <span>

#include "disc_contacts.hpp"

namespace grouser::terrain {

/// Notes the only arc of each disc in its reach, where (1) holds and the search finds it. A disc has the same arc, to the
/// bit, in whatever company. The base stays lowered by nothing.
void find_single_arcs(BaseSurface&, std::span<DiscOnGround> discs);

}  // namespace grouser::terrain
