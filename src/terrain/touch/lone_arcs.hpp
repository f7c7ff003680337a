// SPDX-License-Identifier: BSD-3-Clause
// The ends of the arcs of a wheel's discs, several discs at a time, where the ground is so smooth that the rim dips
// below it once at most. Private to the terrain module.
//
// Depth of the rim below the ground z = H(x, y) at angle theta, with rho the ray and ' = d/d(theta):
//   f = H(c + r rho) - (c + r rho)_z,   f' = r (grad H . rho' - rho'_z)
//   f'' = r^2 rho'^T (Hess H) rho' - r g,   g = grad H . rho - rho_z
// With K a bound of the second derivatives (Heightfield::largest_bend), grad H differs from its value under the
// centre by at most K r |rho_xy|, and the three directions of the disc are a rotation, so
// |rho_xy|^2 + |rho'_xy|^2 = 1 + a_z^2 (a: the axle). Under the centre g is S cos(theta - middle), with S the length of
// the part of (-dH/dx, -dH/dy, 1) in the disc's plane. Hence with C = K r (1 + a_z^2)
//   S cos(theta - middle) - C  <=  -f''/r  <=  S + C                                                          (1)
// The rim is below the ground only where the cosine is larger than h/r, h the distance of the plane that bounds the ground
// (base_reach.hpp). Where the left side is positive there, f is strictly concave: it vanishes twice at most, once rising
// and once falling, and whatever two such angles a search finds are the ends of the only arc.
//
// From a look at theta Halley's step d goes by f, f' and -r g. It misses the ground's own bend, at most r C, how g changes
// along the step, at most M = S + 2 C per radian, and for |r g d| <= |f'| what it takes for the zero of its parabola by
// (r g)^2 |d|^3/(2 |f'|). By Taylor's theorem
//   |f(theta + d)|  <=  (r C + r M |d| + (r g)^2 |d|/|f'|) d^2/2                                              (2)
// and the last step is taken without another look where that leaves less than kOnSurface.
#pragma once
#include <span>

#include "disc_contacts.hpp"

namespace grouser::terrain {

/// Up to kDiscs discs on a field that differ only in their centres, looked at together, stage by stage: begin(), look_under(),
/// find_arcs(), integrate(), press(). What is found of a disc is the same, to the bit, in whatever company. A stage that returns
/// false has found nothing: the discs are so far from each other that the field's cells have no room together (FieldView), and
/// are to be looked at one by one. Working memory with no default values.
class FieldDiscs {
 public:
  /// Discs that are not `centered` count for nothing; at least one is.
  void begin(std::span<DiscOnGround> discs);
  /// Looks at the ground under the centres, which is noted as `under`.
  bool look_under(BaseSurface&);
  /// Where the disc lies deepest below the tangent plane under its centre, m.
  Vec2 foot(std::size_t disc) const { return {under_.foot_x.v[disc], under_.foot_y.v[disc]}; }
  /// Notes of each disc that is `inside`, on ground lowered by its rut, whether it is above it or has a lone arc, where (1) tells.
  bool find_arcs(BaseSurface&);
  /// What those discs of one soil store that have an even lone arc.
  bool integrate(BaseSurface&);
  /// The contacts that follow from it.
  void press();
  /// Gives a disc's contact, but for what it touches; false where none was found.
  bool take(std::size_t disc, ArcContact& out) const;

 private:
  void put(std::size_t lane, const DiscOnGround&);
  void note(std::size_t k);

  std::span<DiscOnGround> discs_;
  WheelLanes wheel_;
  UnderLanes under_;
  EndLanes ends_;
  ProfileArcs arcs_;
  StoredLanes stored_;
  PressedLanes pressed_;
};

}  // namespace grouser::terrain
