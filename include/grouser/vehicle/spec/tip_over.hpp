// SPDX-License-Identifier: BSD-3-Clause
// Tip-over margin: the force-angle measure of E. G. Papadopoulos & D. A. Rey, "A new measure of tipover
// stability margin for mobile manipulators", ICRA 1996, equations (1) to (14). The net force on the vehicle
// (gravity, inertial forces and all other actions except the ground's support) acts at the centre of mass;
// the margin is the smallest angle by which it may turn before it passes over an edge of the support polygon.
#pragma once
#include <span>

#include "grouser/math/types.hpp"

namespace grouser {

/// The load that would tip the vehicle, world axes. For a vehicle on its supports:
///   force = mass (gravity - acceleration of the centre of mass)
///   moment = - rate of the angular momentum about it
/// Loads from other bodies (a towed spring) are added.
struct TipOverLoad {
  Vec3 com = Vec3::Zero();     ///< m
  Vec3 force = Vec3::Zero();   ///< N
  Vec3 moment = Vec3::Zero();  ///< about the centre of mass, N m
};

struct TipOver {
  /// rad. Three or more supports: > 0 stands, 0 on the point of tipping, < 0 tips (its size: how far past the
  /// edge). Two supports, or more in one line: minus the angle of the force from the plane of that line and
  /// the centre of mass, so at best 0 (balanced). One support: minus the angle between the force and the line
  /// to it. No support (in flight), or no force: 0.
  double margin = 0.0;
  /// margin times |force| over `weight`, rad: decreases with the load that holds the vehicle down (the
  /// paper's normalised measure without its reference pose).
  double measure = 0.0;
  int from = -1, to = -1;  ///< supports that the critical edge joins; -1: none
  int corners = 0;         ///< of the support polygon; below 3 there is no polygon
};

/// Whether the vehicle stands on a polygon that carries at least half its weight. A bounce has margins too,
/// but of negligible forces.
inline bool stands(const TipOver& tip) {
  const double measure = tip.measure < 0.0 ? -tip.measure : tip.measure;
  return tip.corners >= 3 && measure >= 0.5 * (tip.margin < 0.0 ? -tip.margin : tip.margin);
}

/// `supports`: contact points in any order, world, m; points inside the polygon have no effect. The polygon
/// is their convex hull seen along the net force. `weight` > 0: mass times gravity, N.
TipOver calc_tip_over(std::span<const Vec3> supports, const TipOverLoad&, double weight);

}  // namespace grouser
