// SPDX-License-Identifier: BSD-3-Clause
// The rut that a disc stands in. A wheel stands on the ground that it rolls onto, not on what it leaves
// behind: its footprint is carved to its own shape, so the walls and ends of its own rut carry nothing. The
// rut is therefore one depth under the whole disc, the mean of the memory over a strip of ground on the side
// that the wheel rolls onto (ahead, behind, or both while it has not rolled), and the base is lowered by it.
// The quasi-static mode does the same. Across the heading the walls of a rut push: with
//   u(C) = u_0(C + rut(C) e_z)
// the gradient gains (du_0/dz) d(rut)/d(side), the mean of that slope over the slice's width, which is the
// difference of the depths on its two borders over the width. The slopes of a wheel's slices then add up to
// the difference between the wheel's own borders, which is zero in a track that it has pressed itself
// (lay_ruts()). Along the heading there is no such part: the ground that a wheel stands on has been pressed
// for good, so a level that falls ahead of it gives nothing back (docs/theory_contact.md). If a soil map
// divides the ground, each soil's level is the mean over its own part of the strip: a rut in sand does not
// lower the plate beside it. Private to the terrain module.
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
  Vec2 heading = Vec2::Zero();    ///< horizontal, unit; zero where the disc lies flat, which has none
  double length = 0.0;            ///< m
  double entry = 0.0;             ///< side that the wheel rolls onto, as SliceContacts::entry
  double half_width = 0.0;        ///< of the slice, seen from above, m
  double offset = 0.0;            ///< of the slice from the wheel's middle, to the left, seen from above, m
  double wheel_half_width = 0.0;  ///< seen from above, m
};
/// The part of a place that does not depend on the disc's centre.
struct RutWay {
  Vec2 to_foot = Vec2::Zero();  ///< from under the centre, m
  Vec2 heading = Vec2::Zero();
  double length = 0.0;  ///< m
  double level = 0.0;   ///< share of a width along the axle that is seen from above
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

  /// The ruts at some of the places, at most kMostPlaces. material: only its ground counts; kAllGround if
  /// there is only one soil. Slices side by side share the level on the border between them.
  void find(std::span<const RutPlace> places, const Terrain& terrain, int material,
            std::span<RutFooting> out) const;
  /// The rut at one of the places.
  RutFooting under(const RutPlace& place, const Terrain& terrain, int material) const;
  static constexpr int kAllGround = -1;
  static constexpr std::size_t kMostPlaces = 8;

 private:
  /// Along the strip of a slice or one of its borders.
  struct Line {
    const RutPlace* place;
    Vec2 start;
    double depth = 0.0;  ///< the mean over the sides that count, m
    bool known = true;   ///< false: all of it lies in other soils
  };
  void set_depths(std::span<Line> lines, const Terrain& terrain, int material) const;
  /// Lines of places that differ in their starts alone.
  void sum(std::span<Line> lines) const;
  void sum_in(int material, const Terrain& terrain, Line& line) const;
  /// Adds a share of the sums over the points along a vector from the starts.
  void add(double share, const Vec2& along, const StripPoints& points, std::span<Line> lines) const;
  double half_width(const RutPlace& place) const;
  Vec2 strip_start(const RutPlace& place) const;

  const GroundMemory& memory_;
  TileHint& hint_;
  MemoryWindow window_;
  std::array<double, 4096> buffer_;  // no default: not worth clearing
};

}  // namespace grouser::terrain
