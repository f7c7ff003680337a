// The rut that a disc stands in. A wheel stands on the ground that it rolls onto, not on what it leaves: its
// footprint is carved to its own shape, so the walls and ends of its own rut carry nothing. The rut is
// therefore one depth under the whole disc, the mean of the memory over a strip of ground on the side that
// the wheel rolls onto (ahead, behind, or both while it has not rolled), and the base is lowered by it. The
// quasi-static mode takes the same view. Across the heading the walls of a rut push: with
// u(C) = u_0(C + rut(C) e_z) the gradient gains (du_0/dz) d(rut)/d(side). Along it there is no such part:
// what a wheel stands on has been pressed for good, so a level that falls ahead of it gives nothing back
// (docs/theory_contact.md). Where a soil map parts the ground, each soil's level is the mean over its own
// part of the strip: a rut in sand does not lower the plate beside it. Private to the terrain module.
#pragma once
#include <array>
#include <span>

#include "grouser/terrain/contact/wheel_arc.hpp"
#include "grouser/terrain/memory/ground_memory.hpp"
#include "rim_piece.hpp"

namespace grouser::terrain {

/// The rut that a disc stands in.
struct RutFooting {
  double depth = 0.0;        ///< m
  Vec2 wall = Vec2::Zero();  ///< slope of the depth across the heading, towards the deeper side
};

/// Where a disc's strips of ground begin, and their way.
struct RutPlace {
  Vec2 foot =
      Vec2::Zero();  ///< of the disc on the ground's tangent plane under its centre: where it presses most
  Vec2 heading = Vec2::Zero();  ///< horizontal, unit; zero where the disc lies flat, which has none
  double length = 0.0;          ///< m
  double entry = 0.0;           ///< side that the wheel rolls onto, as SliceContacts::entry
};
/// What of a place does not depend on the disc's centre.
struct RutWay {
  Vec2 to_foot = Vec2::Zero();  ///< from under the centre, m
  Vec2 heading = Vec2::Zero();
  double length = 0.0;  ///< m
};
/// slope_x, slope_y: of the undisturbed ground under the centre.
RutWay rut_way(const DiscFrame& disc, double slope_x, double slope_y);

/// The ground's memory around the slices of one wheel. Good until the memory changes.
class RutStrips {
 public:
  /// places: at least one; they may be anywhere, near each other they share one look-up.
  RutStrips(const GroundMemory&, std::span<const RutPlace> places, TileHint& hint);
  RutStrips(const RutStrips&) = delete;
  RutStrips& operator=(const RutStrips&) = delete;

  /// Of one of the places. material: whose ground alone counts; kAllGround where all is of one soil.
  RutFooting under(const RutPlace& place, const Terrain& terrain, int material) const;
  static constexpr int kAllGround = -1;

 private:
  struct Strip {
    double weight = 0.0, depth = 0.0;  // depth and slope are sums over the weight
    Vec2 slope = Vec2::Zero();
    void add(double share, const Strip& other);
  };
  /// Over the strip that runs from the point along `way`; of all its ground the weight is 1.
  Strip sum(const Vec2& from, const Vec2& way, const Terrain& terrain, int material) const;
  void sample(const Lanes& x, const Lanes& y, RutLanes& out) const;

  const GroundMemory& memory_;
  TileHint& hint_;
  MemoryWindow window_;
  std::array<double, 4096> buffer_;  // no default: not worth clearing
};

}  // namespace grouser::terrain
