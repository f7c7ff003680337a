// SPDX-License-Identifier: BSD-3-Clause
// The base ground on the rim: a line for a plane, otherwise the arcs on which the rim is below the surface: the
// only one where it is known (lone_arcs.hpp), or those that a walk along the rim meets.
#include <algorithm>
#include <cmath>

#include "base_reach.hpp"
#include "grouser/math/elementary.hpp"

namespace grouser::terrain {
namespace {

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

// Walks along the rim in equal steps of the angle, several points at a time.
class RimWalk {
 public:
  RimWalk(const DiscFrame& frame, BaseSurface& base, double from, double step, int points)
      : disc_(frame.numbers()), base_(base), from_(from), step_(step), left_(points) {}
  RimPoint next() {
    if (at_ % kLanes == 0) look();
    const int k = at_ % kLanes;
    return {from_ + at_++ * step_, below_.v[k], slope_.v[k], {sine_at_.v[k], cosine_at_.v[k]}};
  }

 private:
  void look() {
    static constexpr Lanes kSteps{{0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0}};
    const LaneLoops& loops = base_.loops();
    loops.turn(from_ + at_ * step_, step_, kSteps, cosine_at_, sine_at_);
    Lanes x, y;
    loops.place(disc_, cosine_at_, sine_at_, Lanes{}, x, y);
    BaseLanes s;
    base_.sample(x, y, left_ < kLanes ? left_ : kLanes, s);
    left_ -= kLanes;
    loops.rim(disc_, cosine_at_, sine_at_, s, below_, slope_);
  }

  const DiscNumbers disc_;
  BaseSurface& base_;
  double from_, step_;
  int left_, at_ = 0;
  Lanes cosine_at_, sine_at_, below_, slope_;
};

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
    piece.profiled = false;
  }
  int count() const { return count_; }

 private:
  std::span<RimPiece> pieces_;
  int count_ = 0;
  double start_;
};

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

int search_arcs(const DiscFrame& frame, BaseSurface& base, const BaseReach& reach,
                std::span<RimPiece> pieces) {
  const SearchRange range = find_search_range(frame, reach);
  const int intervals = search_intervals(frame, base, range.to - range.from);
  RimWalk walk(frame, base, range.from, (range.to - range.from) / intervals, intervals + 1);
  ArcCollector arcs(pieces, range.from);
  RimPoint previous = walk.next();
  // the rim leaves the bound of the base here: a positive value can only be rounding
  if (range.from > kSearchFrom) previous.below = std::min(previous.below, 0.0);
  for (int i = 1; i <= intervals; ++i) {
    RimPoint next = walk.next();
    if (i == intervals && range.to < kSearchTo) next.below = std::min(next.below, 0.0);
    search_interval(frame, base, previous, next, arcs);
    previous = next;
  }
  if (previous.below > 0.0) arcs.end(range.to);
  return arcs.count();
}

// The ends of an arc that the walk has found, by which it is integrated as lone ones are: what a disc touches is then the same
// just before and just after (1) of lone_arcs.hpp holds no more.
void set_profile(const DiscFrame& frame, BaseSurface& base, RimPiece& piece) {
  constexpr double kLowest = 0.05;  // of the radius: less than a quarter turn from straight down
  for (int end = 0; end < 2; ++end) {
    const math::SinCos at = math::sincos(end == 0 ? piece.low : piece.high);
    const Vec3 p = frame.center + frame.radius * frame.ray(at.cos, at.sin);
    const BaseSample s = base.sample(p.x(), p.y());
    const Vec3 normal(-s.slope_x, -s.slope_y, 1.0);
    piece.profile.a[end] = frame.radius * at.sin;
    piece.profile.b[end] = frame.radius * at.cos;
    const double into = -normal.dot(frame.down);
    if (!(at.cos > kLowest && into > kLeastInto)) return;
    piece.profile.slope[end] = normal.dot(frame.side) / into;
  }
  piece.profiled = piece.profile.even();
}

}  // namespace

int find_base_pieces(const DiscFrame& frame, BaseSurface& base, const BaseReach& reach, const LoneArc& lone,
                     std::span<RimPiece> pieces) {
  if (reach.plane) {
    pieces[0] = reach.line;
    return 1;
  }
  if (lone.state == ArcState::apart) return 0;
  if (lone.state == ArcState::unknown) {
    const int found = search_arcs(frame, base, reach, pieces);
    for (RimPiece& piece : pieces.first(static_cast<std::size_t>(found))) set_profile(frame, base, piece);
    return found;
  }
  RimPiece& piece = pieces[0];
  piece.surface = 0;
  piece.line = false;
  piece.low = math::atan2(lone.profile.a[0], lone.profile.b[0]);
  piece.high = math::atan2(lone.profile.a[1], lone.profile.b[1]);
  piece.whole = true;
  piece.profile = lone.profile;
  piece.profiled = lone.profile.even();
  return 1;
}

}  // namespace grouser::terrain
