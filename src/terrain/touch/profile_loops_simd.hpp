// SPDX-License-Identifier: BSD-3-Clause
// The loops of profile_loops.hpp. Included only by the translation units of the vector levels.
#pragma once
#include "end_search_simd.hpp"
#include "measure_series.hpp"

namespace grouser::terrain {
namespace {

template <class Level>
int look_under(const FieldView& view, const WheelLanes& wheel, UnderLanes& out) {
  using E = Eight<Level>;
  const DiscNumbers& d = wheel.disc;
  FieldLooker<Level> field(view);
  FieldLook<Level> ground;
  FieldBends<Level> bends;
  const E x(wheel.x), y(wheel.y);
  const int missing = field.look(x, y, ground, &bends);
  if (missing != kAllReady) return missing;
  const E sx(d.side[0]), sy(d.side[1]);
  ground.z.store(out.z);
  ground.slope_x.store(out.slope_x);
  ground.slope_y.store(out.slope_y);
  (sx * sx * bends.xx + E(2.0) * sx * sy * bends.xy + sy * sy * bends.yy).store(out.bend);
  InPlane<Level> plane;
  DiscPlanes<Level>(d).turn_in(ground.slope_x, ground.slope_y, plane);
  const E steep = E::root(plane.along * plane.along + plane.into * plane.into),
          per_steep = E(1.0) / E::max(steep, E(1e-9));
  const E a = plane.along * per_steep, b = plane.into * per_steep;
  steep.store(out.steep);
  per_steep.store(out.per_steep);
  a.store(out.a_in);
  b.store(out.b_in);
  (x + E(d.radius) * (a * sx + b * E(d.down[0]))).store(out.foot_x);
  (y + E(d.radius) * (a * sy + b * E(d.down[1]))).store(out.foot_y);
  return kAllReady;
}

/// The integrals (1) along one arc.
template <class Level>
class ProfileSum {
 public:
  using E = Eight<Level>;
  GROUSER_INLINE void begin(const WheelLanes& wheel, int k, double lowered, const ProfileArc& arc) {
    half_ = E(0.5 * (arc.a[1] - arc.a[0]));
    x_ = E(wheel.x.v[k]);
    y_ = E(wheel.y.v[k]);
    z_ = E(wheel.z.v[k] + lowered);
    a_ = E::fma(half_, E(kProfileNodes.at), E(0.5 * (arc.a[1] + arc.a[0])));
    b_ = E(arc.b[0]) * E(kProfileNodes.from) + E(arc.b[1]) * E(kProfileNodes.to) +
         half_ * (E(arc.slope[0]) * E(kProfileNodes.rise_from) + E(arc.slope[1]) * E(kProfileNodes.rise_to));
  }

  /// The first look, which finds the distance of the ground from the cubic.
  GROUSER_INLINE int look_first(FieldLooker<Level>& field, const DiscPlanes<Level>& planes) {
    const int missing = look(field, planes);
    if (missing == kAllReady) bulge_ = E::abs(way_);
    return missing;
  }
  /// One of Newton's steps along `down`.
  GROUSER_INLINE int look(FieldLooker<Level>& field, const DiscPlanes<Level>& planes) {
    const int missing = planes.look(field, x_, y_, z_, a_, b_, ground_, at_);
    if (missing != kAllReady) return missing;
    per_into_ = E(1.0) / E::max(at_.into, E(kGrazing));
    way_ = at_.below * per_into_;
    b_ = b_ - way_;
    return kAllReady;
  }
  /// Whether the last step was so long that the ground has another slope where it led. lean: of `down`.
  GROUSER_INLINE bool strays(double lean) const {
    constexpr double kClose = 1e-7;  // m sideways: the slopes change by this times the ground's bend
    return E::any_above(E::abs(way_) * E(lean), E(kClose));
  }
  /// Whether eight nodes follow the ground: it stays near the cubic through the arc's ends, is met by
  /// Newton's steps, and is nowhere too steep. If it leaves the cubic by more, rays, which are even in the
  /// angle, are better.
  GROUSER_INLINE bool fits(double radius, double lean) const {
    constexpr double kNearCubic = 0.003;  // of the radius
    return !E::any_above(bulge_, E(kNearCubic * radius)) && !E::any_above(E(kLeastInto), at_.into) &&
           !strays(lean);
  }
  GROUSER_INLINE void sum(double radius, double (&to)[4]) const {
    const E rho = E::root(a_ * a_ + b_ * b_), relative = E(radius) / rho - E(1.0);  // (r - rho)/rho
    const E share = half_ * E(kProfileNodes.weight) * relative, pull = share * per_into_;
    const E stored = E(0.5) * share * relative * (b_ + a_ * at_.along * per_into_);
    E::sums(stored, pull * ground_.slope_x, pull * ground_.slope_y, E(0.0) - pull, to);
  }

 private:
  E half_, x_, y_, z_, a_, b_, way_, bulge_, per_into_;
  FieldLook<Level> ground_;
  InPlane<Level> at_;
};

template <class Level>
int sum_profiles(const FieldView& view, const WheelLanes& wheel, const ProfileArcs& arcs, StoredLanes& out) {
  constexpr int kMostLooks = 4;
  const double* const down = wheel.disc.down;
  const double lean = __builtin_sqrt(down[0] * down[0] + down[1] * down[1]);
  FieldLooker<Level> field(view);
  const DiscPlanes<Level> planes(wheel.disc);
  // one stage after the other: no disc waits for another
  ProfileSum<Level> sums[kDiscs];
  for (int i = 0; i < arcs.count; ++i) {
    sums[i].begin(wheel, arcs.disc[i], arcs.lowered[i], arcs.arc[i]);
    const int missing = sums[i].look_first(field, planes);
    if (missing != kAllReady) return missing;
  }
  for (int i = 0; i < arcs.count; ++i)
    for (int look = 1; look < kMostLooks && sums[i].strays(lean); ++look) {
      const int missing = sums[i].look(field, planes);
      if (missing != kAllReady) return missing;
    }
  for (int i = 0; i < arcs.count; ++i) {
    double sum[4];
    sums[i].sum(wheel.disc.radius, sum);
    const int k = arcs.disc[i];
    out.unfit.v[k] = sums[i].fits(wheel.disc.radius, lean) ? 0.0 : 1.0;
    out.stored.v[k] = sum[0];
    out.gradient_x.v[k] = sum[1], out.gradient_y.v[k] = sum[2], out.gradient_z.v[k] = sum[3];
  }
  return kAllReady;
}

// arc_measure.hpp for the inverse of the measure; the point as ContactList::add
template <class Level>
void press(const WheelLanes& wheel, const StoredLanes& from, PressedLanes& out) {
  using E = Eight<Level>;
  constexpr double kLeastLength = 1e-12;
  const double r = wheel.disc.radius;
  const E s = E::max(E(from.stored) * E(1.0 / (r * r)), E(1e-300));
  const E x = E::of([&](int i) GROUSER_INLINED {
    using B = typename Level::Batch;
    return simd::pow_of<Level>(s.part[i] * B(1.0 / kMeasureScale), B(0.4));
  });
  E sum(0.0), derivative(0.0);
  for (int k = kInverseTerms - 1; k >= 0; --k) {
    derivative = E::fma(derivative, x, sum);
    sum = E::fma(sum, x, E(kInverseSeries[k]));
  }
  const E penetration = E(r) * x * sum;
  const E ax(wheel.axis[0]), ay(wheel.axis[1]), az(wheel.axis[2]), wall_x(from.wall_x), wall_y(from.wall_y);
  // the gradient and its part in the disc's plane but for -1/G'(u), which is common to all
  const E gz(from.gradient_z), gx = E(from.gradient_x) + gz * wall_x, gy = E(from.gradient_y) + gz * wall_y;
  const E on_axis = gx * ax + gy * ay + gz * az;
  const E nx = gx - on_axis * ax, ny = gy - on_axis * ay, nz = gz - on_axis * az;
  const E length = E::root(nx * nx + ny * ny + nz * nz), per_both = E(1.0) / (s * length);
  const E scale = E(-0.4 / r) * x * E::fma(x, derivative, sum) * length * per_both;
  const E arm = (penetration - E(r)) * s * per_both;
  penetration.store(out.penetration);
  (gx * scale).store(out.gradient_x);
  (gy * scale).store(out.gradient_y);
  (gz * scale).store(out.gradient_z);
  (E(wheel.x) - arm * nx).store(out.x);
  (E(wheel.y) - arm * ny).store(out.y);
  (E(wheel.z) - arm * nz).store(out.z);
  const E reached = E::where_above(E(kInverseLimit), x, E(1.0), E(0.0));
  const E some = E::where_above(E(from.stored), E(1e-290), E(1.0), E(0.0));
  (reached * some * (E(1.0) - E(from.unfit)) *
   E::where_above(length * E::abs(scale), E(kLeastLength), E(1.0), E(0.0)))
      .store(out.good);
}

/// The depth between the middles of four cells each.
template <class Level>
GROUSER_INLINE Eight<Level> depth_at(const RutCells& cells, const Eight<Level>& x, const Eight<Level>& y) {
  using E = Eight<Level>;
  const auto place = [](const E& at, double last)
                         GROUSER_INLINED { return E::min(E::where_above(at, E(0.0), at, E(0.0)), E(last)); };
  const E per_cell(cells.per_cell);
  const E u = place(x * per_cell - E(cells.west + 0.5), cells.columns - 1.0);
  const E v = place(y * per_cell - E(cells.south + 0.5), cells.rows - 1.0);
  const E column = E::min(E::floor(u), E(cells.columns - 2.0)),
          row = E::min(E::floor(v), E(cells.rows - 2.0));
  const E s = u - column, t = v - row;
  Lanes number;
  (row * E(static_cast<double>(cells.stride)) + column).store(number);
  int cell[kLanes];
  for (int k = 0; k < kLanes; ++k) cell[k] = static_cast<int>(number.v[k]);
  E south_west, south_east, north_west, north_east;
  E::load_pairs(cells.values, cell, south_west, south_east);
  E::load_pairs(cells.values + cells.stride, cell, north_west, north_east);
  const E south = south_west + s * (south_east - south_west),
          north = north_west + s * (north_east - north_west);
  return south + t * (north - south);
}

template <class Level>
void sum_strips(const RutCells& cells, const StripLines& lines, const StripPoints& points,
                double (&sum)[StripLines::kMost]) {
  using E = Eight<Level>;
  E depths[StripLines::kMost]{E(0.0), E(0.0), E(0.0), E(0.0)};
  for (int part = 0; part < 2; ++part) {
    const E q(points.at[part]), weight(points.weight[part]);
    const E along_x = q * E(lines.along_x), along_y = q * E(lines.along_y);
    for (int k = 0; k < lines.count; ++k)
      depths[k] =
          depths[k] + weight * depth_at<Level>(cells, E(lines.x[k]) + along_x, E(lines.y[k]) + along_y);
  }
  E::sums(depths[0], depths[1], depths[2], depths[3], sum);
}

template <class Level>
inline constexpr ProfileLoops kProfiles{look_under<Level>, find_ends<Level>, sum_profiles<Level>,
                                        press<Level>, sum_strips<Level>};

}  // namespace
}  // namespace grouser::terrain
