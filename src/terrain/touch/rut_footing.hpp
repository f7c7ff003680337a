// SPDX-License-Identifier: BSD-3-Clause
// The rut that a disc stands in. A wheel stands on the ground that it rolls onto, not on what it leaves
// behind: its footprint is carved to its own shape, so the walls and ends of its own rut carry nothing. The
// rut is therefore one depth under the whole disc, the mean of the memory over a strip of ground on the side
// that the wheel rolls onto (ahead, behind, or both while it has not rolled), and the base is lowered by it.
// The quasi-static mode does the same. Across the heading the walls of a rut push: with
//   u(C) = u_0(C + rut(C) e_z)
// the gradient gains (du_0/dz) d(rut)/d(side). Along the heading there is no such part: the ground that a
// wheel stands on has been pressed for good, so a level that falls ahead of it gives nothing back
// (docs/theory_contact.md). If a soil map divides the ground, each soil's level is the mean over its own part
// of the strip: a rut in sand does not lower the plate beside it. Private to the terrain module.
#pragma once
#include <array>
#include <span>

#include "grouser/terrain/memory/ground_memory.hpp"
#include "grouser/terrain/touch/wheel_arc.hpp"
#include "rim_piece.hpp"

namespace grouser::terrain {

/// The rut that a disc stands in.
struct RutFooting {
  double depth = 0.0;        ///< m
  Vec2 wall = Vec2::Zero();  ///< slope of the depth across the heading, towards the deeper side
};

/// The place where a disc's strips of ground begin, and their direction.
struct RutPlace {
  /// Foot of the disc on the ground's tangent plane under its centre: where it presses most
  Vec2 foot = Vec2::Zero();
  Vec2 heading = Vec2::Zero();  ///< horizontal, unit; zero where the disc lies flat, which has none
  double length = 0.0;          ///< m
  double entry = 0.0;           ///< side that the wheel rolls onto, as SliceContacts::entry
};
/// The part of a place that does not depend on the disc's centre.
struct RutWay {
  Vec2 to_foot = Vec2::Zero();  ///< from under the centre, m
  Vec2 heading = Vec2::Zero();
  double length = 0.0;  ///< m
};
/// Heading and length for a disc with this unit axis and radius, m; `to_foot` is zero.
RutWay rut_heading(const Vec3& axis, double radius);
/// All of the place; slope_x, slope_y: slopes of the undisturbed ground under the centre.
RutWay rut_way(const Vec3& axis, double radius, double slope_x, double slope_y);

/// The ground's memory around the slices of one wheel. Valid until the memory changes.
class RutStrips {
 public:
  /// places: at least one; they may be anywhere, but share one look-up if they are near each other.
  RutStrips(const GroundMemory&, std::span<const RutPlace> places, TileHint& hint);
  RutStrips(const RutStrips&) = delete;
  RutStrips& operator=(const RutStrips&) = delete;

  /// The rut at one of the places. material: only its ground counts; kAllGround if there is only one soil.
  RutFooting under(const RutPlace& place, const Terrain& terrain, int material) const;
  static constexpr int kAllGround = -1;

 private:
  struct Strip {
    double weight = 0.0, depth = 0.0;  // depth and slope are weighted sums
    Vec2 slope = Vec2::Zero();
    void add(double share, const Strip& other);
  };
  /// Sum over the sides that count.
  Strip sum(const RutPlace& place, const Terrain& terrain, int material) const;
  /// Sum over the strip along a vector from the point; if all its ground counts, the weight is 1.
  Strip sum(const Vec2& from, const Vec2& way, const Terrain& terrain, int material) const;
  Strip sum(const StripLine&, const StripPoints&) const;

  const GroundMemory& memory_;
  TileHint& hint_;
  MemoryWindow window_;
  std::array<double, 4096> buffer_;  // no default: not worth clearing
};

}  // namespace grouser::terrain
