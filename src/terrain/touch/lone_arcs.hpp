// SPDX-License-Identifier: BSD-3-Clause
// The ends of the arcs of a wheel's discs, several discs at a time, where the ground is so smooth that the
// rim dips below it once at most. Private to the terrain module.
//
// Depth of the rim below the ground z = H(x, y) at angle theta, with rho the ray and ' = d/d(theta):
//   f = H(c + r rho) - (c + r rho)_z,   f' = r (grad H . rho' - rho'_z)
//   f'' = r^2 rho'^T (Hess H) rho' - r g,   g = grad H . rho - rho_z
// With K a bound of the second derivatives (Heightfield::largest_bend), grad H differs from its value under
// the centre by at most K r |rho_xy|, and the three directions of the disc are a rotation, so
// |rho_xy|^2 + |rho'_xy|^2 = 1 + a_z^2 (a: the axle). Under the centre g is S cos(theta - middle), with S
// the length of the part of (-dH/dx, -dH/dy, 1) in the disc's plane. Hence with C = K r (1 + a_z^2)
//   S cos(theta - middle) - C  <=  -f''/r  <=  S + C                                       (1)
// The rim is below the ground only where the cosine is larger than h/r, h the distance of the plane that
// bounds the ground (base_arcs.hpp). If the left side is positive there, f is strictly concave: it vanishes
// twice at most, once rising and once falling, and whatever two such angles a search finds are the ends of
// the only arc.
//
// From a look at theta Halley's step d uses f, f' and -r g. It neglects the ground's own bend, at most r C,
// the change of g along the step, at most M = S + 2 C per radian, and for |r g d| <= |f'| the error of its
// zero of the parabola, at most (r g)^2 |d|^3/(2 |f'|). By Taylor's theorem
//   |f(theta + d)|  <=  (r C + r M |d| + (r g)^2 |d|/|f'|) d^2/2                      (2)
// and the last step is taken without another look where that leaves less than kOnSurface.
#pragma once
#include <span>

#include "disc_contacts.hpp"

namespace grouser::terrain {

/// Up to kDiscs discs on a field that differ only in their centres, looked at together. The results of a disc
/// are the same, to the bit, in whatever company. Working memory with no default values.
class LoneArcs {
 public:
  /// Looks at the ground under the centres of discs that are inside, and notes it. False, with nothing noted,
  /// where the discs are so far from each other that the field's cells have no room together (FieldView).
  bool begin(std::span<DiscOnGround> discs, BaseSurface&);
  /// Finds the lone arcs of those discs of one soil, whose levels are set, and what they store.
  void find(BaseSurface&);
  std::span<const DiscOnGround> discs() const { return discs_; }
  /// Gives a disc's contact, but for what it touches; false where no lone arc was found.
  bool take(std::size_t disc, ArcContact& out) const;
  /// The lone arcs that were found.
  const ProfileArcs& arcs() const { return arcs_; }

 private:
  void put(std::size_t lane, const DiscOnGround&);
  bool find_ends(BaseSurface&);
  void add_arc(std::size_t disc);

  std::span<DiscOnGround> discs_;
  WheelLanes wheel_;
  UnderLanes under_;
  EndLanes ends_;
  ProfileArcs arcs_;
  StoredLanes stored_;
  PressedLanes pressed_;
};

}  // namespace grouser::terrain
