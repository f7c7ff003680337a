// A box as the disc sees it: continued without end behind the face of its thinnest direction that looks at
// the centre, so that a wheel cannot be pressed through a thin plate. The continuation is always farther from
// the centre than the box itself and touches nothing first. Private to the terrain module.
#pragma once
#include "rim_piece.hpp"

namespace grouser::terrain {

inline constexpr int kMaxBoxPieces = 5;
inline constexpr int kBoxSides = 5;

struct BoxSolid {
  int surface;
  Vec3 half;
  Mat3 R;  ///< box to world
  Vec3 p;
  int thin_axis;
  double thin_side;  ///< +1 or -1: the side on which the centre is

  /// Outside distances of a point to the sides that are left (negative inside), m.
  double side(int which, const Vec3& point) const;
  bool contains(const Vec3& point, double tolerance) const;
};

/// Fills the solid; false if it is out of the disc's reach.
bool make_box_solid(const DiscFrame&, const BoxShape&, const RigidTransform& X_WB, int surface, BoxSolid&);
/// Collects the sides of the box that run through the disc.
int find_box_pieces(const DiscFrame&, const BoxSolid&, std::span<RimPiece> pieces);

}  // namespace grouser::terrain
