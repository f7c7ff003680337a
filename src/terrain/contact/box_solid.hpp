// A box as the disc sees it. A plate that one can drive on (thin, with its thin direction less than 60
// degrees from the vertical) is continued without end behind the face that faces the centre, so that no wheel
// is pressed through it. The continuation is always farther from the centre than the box itself, so nothing
// touches it first. Other boxes stay as they are: continuing a post or a wall would change its side suddenly
// when a wheel passes above. Private to the terrain module.
#pragma once
#include "rim_piece.hpp"

namespace grouser::terrain {

inline constexpr int kMaxBoxPieces = 6;

struct BoxSolid {
  int surface;
  Vec3 half;
  Mat3 R;  ///< box to world
  Vec3 p;
  int thin_axis;
  double thin_side;  ///< +1 or -1: the side on which the centre is
  bool continued;

  int sides() const { return continued ? 5 : 6; }
  /// Distance of a point to each remaining side, positive outside, m.
  double side(int which, const Vec3& point) const;
  bool contains(const Vec3& point, double tolerance) const;
};

/// Fills in the solid; false if it is out of the disc's reach.
bool make_box_solid(const DiscFrame&, const BoxShape&, const RigidTransform& X_WB, int surface, BoxSolid&);
/// Collects the sides of the box that run through the disc.
int find_box_pieces(const DiscFrame&, const BoxSolid&, std::span<RimPiece> pieces);

}  // namespace grouser::terrain
