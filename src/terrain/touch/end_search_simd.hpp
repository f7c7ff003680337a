// SPDX-License-Identifier: BSD-3-Clause
// Search for the ends of the arcs of a wheel's discs (lone_arcs.hpp). Included only by the translation units
// of the vector levels, through profile_loops_simd.hpp.
#pragma once
#include "profile_loops.hpp"
#include "surface/field_look.hpp"

namespace grouser::terrain {
namespace {

/// A point of the ground in a disc's plane: G, G_a, G_b.
template <class Level>
struct InPlane {
  Eight<Level> below, along, into;
};

/// Discs that share their directions.
template <class Level>
class DiscPlanes {
 public:
  using E = Eight<Level>;
  GROUSER_INLINE explicit DiscPlanes(const DiscNumbers& d) : d_(d) {}

  /// The ground at the points (a, b) of discs with these centres.
  GROUSER_INLINE int look(FieldLooker<Level>& field, const E& x, const E& y, const E& z, const E& a,
                          const E& b, FieldLook<Level>& ground, InPlane<Level>& out) const {
    const int missing = field.look(at(x, a, b, 0), at(y, a, b, 1), ground);
    if (missing != kAllReady) return missing;
    out.below = ground.z - at(z, a, b, 2);
    turn_in(ground.slope_x, ground.slope_y, out);
    return kAllReady;
  }
  /// G_a and G_b from the slopes.
  GROUSER_INLINE void turn_in(const E& slope_x, const E& slope_y, InPlane<Level>& out) const {
    out.along = slope_x * E(d_.side[0]) + slope_y * E(d_.side[1]) - E(d_.side[2]);
    out.into = slope_x * E(d_.down[0]) + slope_y * E(d_.down[1]) - E(d_.down[2]);
  }

 private:
  GROUSER_INLINE E at(const E& center, const E& a, const E& b, int axis) const {
    return center + a * E(d_.side[axis]) + b * E(d_.down[axis]);
  }
  const DiscNumbers& d_;
};

/// The search for both ends of the discs' arcs; (1) and (2): lone_arcs.hpp.
template <class Level>
class EndSearch {
 public:
  using E = Eight<Level>;
  GROUSER_INLINE EndSearch(const FieldView& view, const WheelLanes& wheel, const UnderLanes& under,
                           const GroundLanes& ground)
      : field_(view),
        planes_(wheel.disc),
        radius_(wheel.disc.radius),
        r_(radius_),
        x_(wheel.x),
        y_(wheel.y),
        z_(E(wheel.z) + E(ground.lowered)),
        steep_(under.steep),
        a_in_(under.a_in),
        b_in_(under.b_in),
        bend_(under.bend) {
    const E bound(ground.bend_bound), per_steep(under.per_steep);
    flat_ = (z_ - E(under.z)) * per_steep;
    bent_ = bound * E(radius_ * (1.0 + wheel.axis[2] * wheel.axis[2]));
    bounded_ = flat_ - (E(0.5 * radius_ * radius_) * bound + E(kMargin)) * per_steep;
  }

  GROUSER_INLINE int find(EndLanes& out) {
    guess();
    const int missing = refine();
    if (missing == kAllReady) judge(out);
    return missing;
  }

 private:
  static constexpr double kMargin = 1e-6;  // m, for rounding
  static constexpr double kNear = 0.05;    // of the radius: a bound this close to the centre saves nothing
  static constexpr double kFarthestTurn = 0.5;  // rad
  static constexpr int kMostLooks = 5;

  /// 1 where a > b.
  GROUSER_INLINE static E is_above(const E& a, const E& b) { return E::where_above(a, b, E(1.0), E(0.0)); }

  /// From the ends on the tangent plane towards those on a ground that bends as it does under the centre.
  GROUSER_INLINE void guess() {
    static constexpr Lanes kSides{{-1.0, -1.0, -1.0, -1.0, 1.0, 1.0, 1.0, 1.0}};
    const E chord = E(kSides) * E::root(E::max((r_ - flat_) * (r_ + flat_), E(0.0)));
    a_ = flat_ * a_in_ + chord * b_in_;
    b_ = flat_ * b_in_ - chord * a_in_;
    side_ = E(kSides);
    const E along = steep_ * a_in_ + bend_ * a_;
    set_slopes({E(0.5) * bend_ * a_ * a_, along, steep_ * b_in_});
    const E turn = step();
    rotate(E::where_above(E(0.5 * kFarthestTurn), E::abs(turn), turn, E(0.0)));
  }

  /// f, f' and -f'' without the ground's own bend at the point (a, b) of the rim.
  GROUSER_INLINE void set_slopes(const InPlane<Level>& at) {
    below_ = at.below;
    rise_ = at.along * b_ - at.into * a_;
    curve_ = at.along * a_ + at.into * b_;
  }
  /// Halley's step.
  GROUSER_INLINE E step() const {
    return (E(0.0) - below_ * rise_) / (rise_ * rise_ + E(0.5) * below_ * curve_);
  }
  /// Moves along the rim by an angle of at most kFarthestTurn; the series are good to 6e-9 there.
  GROUSER_INLINE void rotate(const E& turn) {
    const E z = turn * turn;
    const E sine = turn * (E(1.0) - z * (E(1.0 / 6.0) - z * (E(1.0 / 120.0) - z * E(1.0 / 5040.0))));
    const E cosine =
        E(1.0) - z * (E(0.5) - z * (E(1.0 / 24.0) - z * (E(1.0 / 720.0) - z * E(1.0 / 40320.0))));
    const E a = a_ * cosine + b_ * sine;
    b_ = b_ * cosine - a_ * sine;
    a_ = a;
  }

  GROUSER_INLINE int refine() {
    const E bend = r_ * bent_, curve = r_ * (steep_ + E(2.0) * bent_);
    E open = is_above(r_, flat_) * is_above(bounded_, E(kNear * radius_)) *
             is_above(steep_ * bounded_, bend) * is_above(steep_ * b_in_ - bent_, E(kLeastInto));
    // if nothing is to be found the look stays under the centre
    a_ = E::where_above(open, E(0.5), a_, E(0.0));
    b_ = E::where_above(open, E(0.5), b_, E(0.0));
    found_ = slope_ = E(0.0);
    for (int look = 0; look < kMostLooks; ++look) {
      FieldLook<Level> ground;
      InPlane<Level> at;
      const int missing = planes_.look(field_, x_, y_, z_, a_, b_, ground, at);
      if (missing != kAllReady) return missing;
      set_slopes(at);
      const E turn = step(), size = E::abs(turn), rise = E::abs(rise_);
      // ordered so that NaN compares as a bad step
      const E good = open * is_above(E(kFarthestTurn), size) * is_above(E(0.0), side_ * rise_) *
                     is_above(rise, E::abs(curve_) * size);
      const E error = E(0.5) * size * size * (rise * (bend + curve * size) + curve_ * curve_ * size);
      const E fine = good * is_above(E(kOnSurface) * rise, error);
      slope_ = E::where_above(open, E(0.5), E(0.0) - at.along / at.into, slope_);
      rotate(E::where_above(good, E(0.5), turn, E(0.0)));
      found_ = found_ + fine;
      open = good - fine;
      if (!E::any_above(open, E(0.5))) break;
    }
    return kAllReady;
  }

  GROUSER_INLINE void judge(EndLanes& out) const {
    // within the bounded part of the rim, less than a quarter turn from straight down
    const E inside = is_above(a_ * a_in_ + b_ * b_in_, bounded_) * is_above(b_, E(kNear * radius_));
    (is_above(r_, bounded_) * found_ * inside).store(out.found);
    a_.store(out.a);
    b_.store(out.b);
    slope_.store(out.slope);
  }

  FieldLooker<Level> field_;
  const DiscPlanes<Level> planes_;
  const double radius_;
  const E r_, x_, y_, z_, steep_, a_in_, b_in_, bend_;
  E side_, flat_, bent_, bounded_;
  E a_, b_, below_, rise_, curve_, slope_, found_;
};

template <class Level>
int find_ends(const FieldView& view, const WheelLanes& wheel, const UnderLanes& under,
              const GroundLanes& ground, EndLanes& out) {
  return EndSearch<Level>(view, wheel, under, ground).find(out);
}

}  // namespace
}  // namespace grouser::terrain
