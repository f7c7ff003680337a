// SPDX-License-Identifier: BSD-3-Clause
// A rigid shape as the disc sees it: a convex body, that is half spaces. All sides of a box count, and those
// of a hull that cut the disc. A box that is a plate one can drive on (thin, with its thin direction less
// than 60 degrees from the vertical) is continued without end behind the face that faces the centre, so that
// no wheel is pressed through it. The continuation is always farther from the centre than the box itself, so
// nothing touches it first. Other boxes stay as they are: continuing a post or a wall would change its side
// suddenly when a wheel passes above. Hulls stay too: rocks lie on the ground. Private to the terrain module.
#pragma once
#include <array>

#include "rim_piece.hpp"

namespace grouser::terrain {

inline constexpr int kBoxSides = 6;
inline constexpr int kMaxSides = kMaxHullFaces;

/// The half space normal . (point - p) <= offset, world axes.
struct SolidSide {
  Vec3 normal;  ///< outward, unit
  double offset;
};

/// No default values, as for the pieces.
struct ShapeSolid {
  int surface;
  Vec3 p;  ///< place of the shape's frame
  int sides;
  std::array<SolidSide, kMaxSides> side;

  /// Distance of a point to a side, positive outside, m.
  double height(int which, const Vec3& point) const {
    const SolidSide& s = side[static_cast<std::size_t>(which)];
    return s.normal.dot(point - p) - s.offset;
  }
  /// Whether the solid contains a point of the disc, within the tolerance, m.
  bool contains(const Vec3& point, double tolerance) const;
};

/// If two surfaces coincide (a plate set flush into the ground) rounding must not decide: the solid that
/// comes first counts as larger by this much all round. Nothing on the ground is as small.
inline constexpr double kSkin = 1e-9;  // m

/// Boxes that lie flush beside each other are parted by one plane, which closes what gap there is between
/// them: the side that faces the positive direction, a skin beyond itself, so that no disc lies in it because
/// it was set so. Moves the sides of shape k, a box, that face others of its body near the disc. shape_poses:
/// of all shapes.
void part_from_flush_boxes(const DiscFrame&, const Terrain&, std::span<const RigidTransform> shape_poses,
                           int k, ShapeSolid&);
/// Whether a plane of one of two boxes parts them.
bool are_parted(const ShapeSolid& a, const ShapeSolid& b);

/// Whether the box that holds the shape reaches into a ball around the disc.
bool box_near(const DiscFrame&, const RigidShape&, const RigidTransform& X_WB);

/// Fills in the solid; false if it is out of the disc's reach.
bool make_shape_solid(const DiscFrame&, const RigidShape&, const RigidTransform& X_WB, int surface,
                      ShapeSolid&);
/// Collects the sides of the solid that run through the disc: at most one piece for each.
int find_solid_pieces(const DiscFrame&, const ShapeSolid&, std::span<RimPiece> pieces);

}  // namespace grouser::terrain
