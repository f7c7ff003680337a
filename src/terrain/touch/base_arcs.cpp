// SPDX-License-Identifier: BSD-3-Clause
// Exact search of the rim for the arcs that lie below the base: steps of at most half a cell along the part
// of the rim that the tangent plane raised by K r^2/2 does not exclude; ends by Newton's method on cubics
// of the rim's depth.
#include "base_arcs.hpp"

#include <algorithm>
#include <cmath>

#include "grouser/math/elementary.hpp"

namespace grouser::terrain {
namespace {

constexpr double kMargin = 1e-6;    // m, for rounding
constexpr double kMaxStep = 0.125;  // rad
constexpr int kMaxIntervals = 400;

// A point of the rim at an angle: its depth below the surface, and the change of this depth with the angle.
struct RimPoint {
  double angle, below, slope;
  math::SinCos at;
};

// Sine and cosine of an angle within one interval of the search, by Taylor series; omitted terms are below
// 1e-15.
math::SinCos small_turn(double x) {
  const double z = x * x;
  return {x * (1.0 - z / 6.0 * (1.0 - z / 20.0 * (1.0 - z / 42.0 * (1.0 - z / 72.0)))),
          1.0 - z / 2.0 * (1.0 - z / 12.0 * (1.0 - z / 30.0 * (1.0 - z / 56.0)))};
}

// The rim point at an angle at most one interval from a known point.
RimPoint rim_point(const DiscFrame& frame, BaseSurface& base, const RimPoint& from, double angle) {
  const math::SinCos turn = small_turn(angle - from.angle);
  const math::SinCos at{from.at.sin * turn.cos + from.at.cos * turn.sin,
                        from.at.cos * turn.cos - from.at.sin * turn.sin};
  const Vec3 rho = frame.ray(at.cos, at.sin), rho_turned = frame.ray(-at.sin, at.cos);
  const Vec3 p = frame.center + frame.radius * rho;
  const BaseSample s = base.sample(p.x(), p.y());
  const double along = s.slope_x * rho_turned.x() + s.slope_y * rho_turned.y() - rho_turned.z();
  return {angle, s.z - p.z(), frame.radius * along, at};
}

// Cubic through the values and slopes of both ends, at fraction q of the interval.
struct Hermite {
  double value, slope;  // slope per unit of q
};
Hermite hermite(const RimPoint& a, const RimPoint& b, double q) {
  const double width = b.angle - a.angle;
  const double da = a.slope * width, db = b.slope * width, rise = b.below - a.below;
  const double c2 = 3.0 * rise - 2.0 * da - db, c3 = da + db - 2.0 * rise;
  return {a.below + q * (da + q * (c2 + q * c3)), da + q * (2.0 * c2 + q * 3.0 * c3)};
}

// The angle between a and b where the rim meets the surface (where `below` changes sign).
double find_end(const DiscFrame& frame, BaseSurface& base, RimPoint a, RimPoint b) {
  // Newton's method on the cubic first, which costs no look at the ground.
  double q = a.below / (a.below - b.below);
  for (int i = 0; i < 3; ++i) {
    const Hermite at = hermite(a, b, q);
    if (at.slope != 0.0) q = std::clamp(q - at.value / at.slope, 0.0, 1.0);
  }
  double angle = a.angle + q * (b.angle - a.angle);
  constexpr int kSteps = 40, kNewtonSteps = 6;
  for (int i = 0; i < kSteps; ++i) {
    const RimPoint at = rim_point(frame, base, a, angle);
    if (std::fabs(at.below) <= kOnSurface) return angle;
    ((at.below > 0.0) == (b.below > 0.0) ? b : a) = at;
    if (b.angle - a.angle < 1e-14) return angle;
    // Newton where it stays inside, otherwise interpolation and bisection in turn
    const double newton = at.slope != 0.0 ? angle - at.below / at.slope : a.angle;
    if (i < kNewtonSteps && newton > a.angle && newton < b.angle)
      angle = newton;
    else
      angle = i % 2 == 0 ? a.angle + (b.angle - a.angle) * a.below / (a.below - b.below)
                         : 0.5 * (a.angle + b.angle);
  }
  return angle;
}

// The extreme of `below` between a and b, whose slopes have opposite signs, by the secant of the slopes; ends
// early once it has crossed the surface.
RimPoint find_extreme(const DiscFrame& frame, BaseSurface& base, const RimPoint& a, const RimPoint& b) {
  RimPoint low = a, high = b, at = a;
  constexpr int kRounds = 3;
  for (int round = 0; round < kRounds; ++round) {
    const double width = high.angle - low.angle, bend = low.slope - high.slope;
    if (bend == 0.0 || !(width > 0.0)) break;
    const double q = low.slope / bend;
    at = rim_point(frame, base, low, low.angle + std::clamp(q, 0.0, 1.0) * width);
    if ((at.below > 0.0) != (a.below > 0.0)) break;
    ((at.slope > 0.0) == (low.slope > 0.0) ? low : high) = at;
  }
  return at;
}

// Whether an extreme between a and b could cross the surface from the side on which both ends lie.
bool extreme_may_cross(const RimPoint& a, const RimPoint& b) {
  if ((a.slope > 0.0) == (b.slope > 0.0)) return false;
  const bool below = a.below > 0.0;
  if (below == (a.slope > 0.0)) return false;  // the extreme leads away from the surface
  // the extreme reaches no further than the tangent of the steeper end
  const double width = b.angle - a.angle;
  const double reach = width * std::max(std::fabs(a.slope), std::fabs(b.slope));
  return std::min(std::fabs(a.below), std::fabs(b.below)) < reach;
}

/// Collects arcs as pieces, from each place where the rim enters the ground to where it leaves it.
class ArcCollector {
 public:
  ArcCollector(std::span<RimPiece> pieces, double start) : pieces_(pieces), start_(start) {}
  void begin(double angle) { start_ = angle; }
  void end(double angle) {
    if (count_ == static_cast<int>(pieces_.size()) || !(angle > start_)) return;
    RimPiece& piece = pieces_[count_++];
    piece.surface = 0;
    piece.line = false;
    piece.low = start_;
    piece.high = angle;
    piece.whole = true;
  }
  int count() const { return count_; }

 private:
  std::span<RimPiece> pieces_;
  int count_ = 0;
  double start_;
};

/// Finds the ends of arcs between two rim points: a crossing, or two about an extreme.
void search_interval(const DiscFrame& frame, BaseSurface& base, const RimPoint& a, const RimPoint& b,
                     ArcCollector& arcs) {
  const auto cross = [&](const RimPoint& from, const RimPoint& to) {
    const double angle = find_end(frame, base, from, to);
    if (to.below > 0.0)
      arcs.begin(angle);
    else
      arcs.end(angle);
  };
  if ((a.below > 0.0) != (b.below > 0.0)) {
    cross(a, b);
  } else if (extreme_may_cross(a, b)) {
    const RimPoint extreme = find_extreme(frame, base, a, b);
    if ((extreme.below > 0.0) != (a.below > 0.0)) {
      cross(a, extreme);
      cross(extreme, b);
    }
  }
}

// Number of intervals fine enough for the detail the grid can hold: half a cell along the rim.
int search_intervals(const DiscFrame& frame, const BaseSurface& base, double range) {
  double step = kMaxStep;
  if (const Heightfield* field = base.terrain().heightfield())
    step = std::min(step, 0.5 * field->spec().cell / frame.radius);
  return std::clamp(static_cast<int>(range / step) + 1, 1, kMaxIntervals);
}

int search_arcs(const DiscFrame& frame, BaseSurface& base, const SearchRange& range,
                std::span<RimPiece> pieces) {
  const int intervals = search_intervals(frame, base, range.to - range.from);
  const double step = (range.to - range.from) / intervals;
  ArcCollector arcs(pieces, range.from);
  RimPoint previous = rim_point(frame, base, {range.from, 0.0, 0.0, math::sincos(range.from)}, range.from);
  // the rim leaves the bound of the base here: a positive value can only be rounding
  if (range.from > kSearchFrom) previous.below = std::min(previous.below, 0.0);
  for (int i = 1; i <= intervals; ++i) {
    RimPoint next = rim_point(frame, base, previous, range.from + i * step);
    if (i == intervals && range.to < kSearchTo) next.below = std::min(next.below, 0.0);
    search_interval(frame, base, previous, next, arcs);
    previous = next;
  }
  if (previous.below > 0.0) arcs.end(range.to);
  return arcs.count();
}

// The surface lies below its tangent plane under the axle raised by K r^2/2, with K a bound of its second
// derivative in any direction. False if there is no such bound.
bool tangent_bound(const DiscFrame& frame, const Heightfield& field, const BaseSample& at, BasePlane& plane) {
  const Vec2 center = frame.center.head<2>(), half = disc_half(frame);
  const Vec2 low = center - half, high = center + half;
  const double bend = field.largest_bend(low.x(), low.y(), high.x(), high.y());
  if (!std::isfinite(bend)) return false;
  const double raised = 0.5 * bend * frame.radius * frame.radius + kMargin;
  plane.slope_x = at.slope_x;
  plane.slope_y = at.slope_y;
  plane.z0 = at.z - at.slope_x * frame.center.x() - at.slope_y * frame.center.y() + raised;
  return true;
}

void bound_by_plane(const DiscFrame& frame, const Vec3& n, double height, BaseReach& reach) {
  reach.center_above = height > 0.0;
  reach.bounded = make_line(frame, 0, n, height, reach.line);
  reach.any = reach.bounded || !reach.center_above;
}

}  // namespace

Vec2 disc_half(const DiscFrame& frame) {
  Vec2 half;
  for (int i = 0; i < 2; ++i)
    half[i] = frame.radius * std::sqrt(std::max(0.0, 1.0 - frame.axis[i] * frame.axis[i])) + kMargin;
  return half;
}

BaseReach find_base_reach(const DiscFrame& frame, const BaseSurface& base, const BaseSample& under) {
  const Terrain& terrain = base.terrain();
  BaseReach reach;
  if (!terrain.heightfield()) {
    bound_by_plane(frame, base.plane_normal(), base.height_above_plane(frame.center), reach);
    return reach;
  }
  BasePlane bound;
  reach.any = true;
  if (!tangent_bound(frame, *terrain.heightfield(), under, bound)) return reach;
  const Vec3 n = upward_normal(bound);
  bound_by_plane(frame, n, n.dot(frame.center) - n.z() * bound.z0, reach);
  return reach;
}

SearchRange find_search_range(const DiscFrame& frame, const BaseReach& reach) {
  constexpr double kNear = 0.05;  // of the radius: a line this close to the centre saves nothing
  if (!reach.bounded || !(reach.line.plate.distance > kNear * frame.radius)) return {};
  const Vec3 inward = reach.line.foot - frame.center;
  const double middle = math::atan2(inward.dot(frame.side), inward.dot(frame.down));
  const double half = math::acos(reach.line.plate.distance / frame.radius);
  return {std::max(kSearchFrom, middle - half), std::min(kSearchTo, middle + half)};
}

int find_base_pieces(const DiscFrame& frame, BaseSurface& base, const BaseReach& reach,
                     std::span<RimPiece> pieces) {
  if (base.terrain().heightfield()) return search_arcs(frame, base, find_search_range(frame, reach), pieces);
  pieces[0] = reach.line;
  return 1;
}

}  // namespace grouser::terrain
