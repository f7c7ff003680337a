// The base ground on the rim: a line for an untouched plane, otherwise the arcs on which the rim is below the
// surface.
#include <algorithm>
#include <cmath>

#include "grouser/math/elementary.hpp"
#include "rim_piece.hpp"

namespace grouser::terrain {
namespace {

constexpr double kSearchFrom = -1.75,
                 kSearchTo = 1.75;  // rad from straight down, a little over a quarter turn
constexpr double kMaxStep = 0.125;  // rad
constexpr int kMaxIntervals = 400;
constexpr double kOnSurface = 1e-8;  // m; an arc's end off by so little changes S by its third power

// The rim at an angle: how far below the surface, and the change with the angle.
struct RimPoint {
  double angle, below, slope;
};

RimPoint rim_point(const DiscFrame& frame, BaseSurface& base, double angle, double cosine, double sine) {
  const Vec3 rho = frame.ray(cosine, sine), rho_turned = frame.ray(-sine, cosine);
  const Vec3 p = frame.center + frame.radius * rho;
  const BaseSample s = base.sample(p.x(), p.y());
  const double along =
      (s.slope_x - s.rut_x) * rho_turned.x() + (s.slope_y - s.rut_y) * rho_turned.y() - rho_turned.z();
  return {angle, s.z - p.z(), frame.radius * along};
}

RimPoint rim_point(const DiscFrame& frame, BaseSurface& base, double angle) {
  const math::SinCos at = math::sincos(angle);
  return rim_point(frame, base, angle, at.cos, at.sin);
}

// Cubic through both ends' values and slopes, at the part q of the interval.
struct Hermite {
  double value, slope;  // slope per unit of q
};
Hermite hermite(const RimPoint& a, const RimPoint& b, double q) {
  const double width = b.angle - a.angle;
  const double da = a.slope * width, db = b.slope * width, rise = b.below - a.below;
  const double c2 = 3.0 * rise - 2.0 * da - db, c3 = da + db - 2.0 * rise;
  return {a.below + q * (da + q * (c2 + q * c3)), da + q * (2.0 * c2 + q * 3.0 * c3)};
}

// The angle between a and b (below changes sign) where the rim meets the surface.
double find_end(const DiscFrame& frame, BaseSurface& base, RimPoint a, RimPoint b) {
  double q = a.below / (a.below - b.below);
  for (int i = 0; i < 3; ++i) {
    const Hermite at = hermite(a, b, q);
    if (at.slope != 0.0) q = std::clamp(q - at.value / at.slope, 0.0, 1.0);
  }
  double angle = a.angle + q * (b.angle - a.angle);
  constexpr int kSteps = 40, kNewtonSteps = 6;
  for (int i = 0; i < kSteps; ++i) {
    const RimPoint at = rim_point(frame, base, angle);
    if (std::fabs(at.below) <= kOnSurface) return angle;
    ((at.below > 0.0) == (b.below > 0.0) ? b : a) = at;
    if (b.angle - a.angle < 1e-14) return angle;
    // Newton where it stays inside; at the kinks of ruts it may not: then interpolate or halve in turn
    const double newton = at.slope != 0.0 ? angle - at.below / at.slope : a.angle;
    if (i < kNewtonSteps && newton > a.angle && newton < b.angle)
      angle = newton;
    else
      angle = i % 2 == 0 ? a.angle + (b.angle - a.angle) * a.below / (a.below - b.below)
                         : 0.5 * (a.angle + b.angle);
  }
  return angle;
}

// The extreme of `below` between a and b, whose slopes have opposite signs; ends early once it has crossed
// the surface. Where the slope changes evenly its chord leads there, where it jumps (ruts) the meeting of
// both tangents: in turn.
RimPoint find_extreme(const DiscFrame& frame, BaseSurface& base, const RimPoint& a, const RimPoint& b) {
  RimPoint low = a, high = b, at = a;
  const int rounds = base.rutted() ? 12 : 3;
  for (int round = 0; round < rounds; ++round) {
    const double width = high.angle - low.angle, bend = low.slope - high.slope;
    if (bend == 0.0) break;
    double q = low.slope / bend;
    if (base.rutted() && round % 2 == 0) q = (high.below - low.below - high.slope * width) / (bend * width);
    at = rim_point(frame, base, low.angle + std::clamp(q, 0.0, 1.0) * width);
    if ((at.below > 0.0) != (a.below > 0.0)) break;
    ((at.slope > 0.0) == (low.slope > 0.0) ? low : high) = at;
  }
  return at;
}

// Whether an extreme between a and b could reach the surface from the side on which both ends lie.
bool extreme_may_cross(const RimPoint& a, const RimPoint& b) {
  if ((a.slope > 0.0) == (b.slope > 0.0)) return false;
  const bool below = a.below > 0.0;
  if (below == (a.slope > 0.0)) return false;  // the extreme leads away from the surface
  // no further than the steeper end's tangent leads
  const double width = b.angle - a.angle;
  const double reach = width * std::max(std::fabs(a.slope), std::fabs(b.slope));
  return std::min(std::fabs(a.below), std::fabs(b.below)) < reach;
}

class ArcCollector {
 public:
  explicit ArcCollector(std::span<RimPiece> pieces) : pieces_(pieces) {}
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
  double start_ = kSearchFrom;
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

// Fine enough for what the grid or the ruts can hold: half a cell along the rim.
int search_intervals(const DiscFrame& frame, const BaseSurface& base) {
  double step = kMaxStep;
  if (const Heightfield* field = base.terrain().heightfield())
    step = std::min(step, 0.5 * field->spec().cell / frame.radius);
  if (base.rutted()) step = std::min(step, 0.75 * base.memory_cell() / frame.radius);
  return std::min(kMaxIntervals, static_cast<int>(std::ceil((kSearchTo - kSearchFrom) / step)));
}

int search_arcs(const DiscFrame& frame, BaseSurface& base, std::span<RimPiece> pieces) {
  const int intervals = search_intervals(frame, base);
  const double step = (kSearchTo - kSearchFrom) / intervals;
  const math::SinCos first = math::sincos(kSearchFrom), turn = math::sincos(step);
  double cosine = first.cos, sine = first.sin;
  ArcCollector arcs(pieces);
  RimPoint previous = rim_point(frame, base, kSearchFrom, cosine, sine);
  for (int i = 1; i <= intervals; ++i) {
    const double next_cosine = cosine * turn.cos - sine * turn.sin;
    sine = sine * turn.cos + cosine * turn.sin;
    cosine = next_cosine;
    const RimPoint next = rim_point(frame, base, kSearchFrom + i * step, cosine, sine);
    search_interval(frame, base, previous, next, arcs);
    previous = next;
  }
  if (previous.below > 0.0) arcs.end(kSearchTo);
  return arcs.count();
}

}  // namespace

// Where the ray from the centre through the rim comes out of the ground: with F = z - H(x, y), Newton steps
// from the rim along the ray, exact on a plane; d(delta)/d(center) is grad F/(grad F . rho) there. Height and
// slope are continuous, so delta and its gradient are. The memory's slopes jump from cell to cell: they count
// in the gradient (the force is that of the surface the rim stands on) and are left out of the steps'
// direction.
BaseRay base_ray(const DiscFrame& frame, BaseSurface& base, double cosine, double sine) {
  constexpr double kGrazing = 0.1;  // rays that run nearly along the surface count as this steep
  const Vec3 rho = frame.ray(cosine, sine);
  BaseRay ray{0.0, Vec3::Zero(), 0.0};
  constexpr double kClose = 1e-7;  // m; the step after would be of its square
  const int steps = base.rutted() ? 2 : 4;
  for (int step = 0; step < steps; ++step) {
    const Vec3 p = frame.center + (frame.radius - ray.delta) * rho;
    const BaseSample s = base.sample(p.x(), p.y());
    const double into = std::fmax(kGrazing, s.slope_x * rho.x() + s.slope_y * rho.y() - rho.z());
    const double change = (s.z - p.z()) / into;
    ray.delta += change;
    // of delta + below/into at a point that itself moves back by delta
    const Vec3 below_gradient(s.slope_x - s.rut_x, s.slope_y - s.rut_y, -1.0);
    ray.delta_gradient += (below_gradient - below_gradient.dot(rho) * ray.delta_gradient) / into;
    ray.rut = s.rut;
    if (ray.delta <= 0.0) return {0.0, Vec3::Zero(), s.rut};
    if (ray.delta >= frame.radius) return {frame.radius, Vec3::Zero(), s.rut};
    if (std::fabs(change) <= kClose) break;
  }
  return ray;
}

int find_base_pieces(const DiscFrame& frame, BaseSurface& base, std::span<RimPiece> pieces) {
  if (base.terrain().heightfield() || base.rutted()) return search_arcs(frame, base, pieces);
  const BasePlane& plane = base.terrain().plane();
  const Vec3 up(-plane.slope_x, -plane.slope_y, 1.0);
  const Vec3 n = up / up.norm();
  return make_line(frame, 0, n, n.dot(frame.center) - n.z() * plane.z0, pieces[0]) ? 1 : 0;
}

}  // namespace grouser::terrain
