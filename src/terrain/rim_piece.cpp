#include "rim_piece.hpp"

#include <algorithm>
#include <cmath>

#include "grouser/math/elementary.hpp"
#include "grouser/math/quadrature.hpp"

namespace grouser::terrain {
namespace {

constexpr double kPi = 3.14159265358979323846;

// The integrand of a line has poles at x = +-ih. A panel whose half length is at most this part of the
// distance of its middle to them converges to about 1e-10 with 12 nodes.
constexpr double kPanelPart = 0.6;
constexpr int kMaxBisections = 24;

void integrate_panel(const DiscFrame& frame, double h, double low, double high, double& stored, double& slope,
                     double& weight) {
  const double middle = 0.5 * (low + high), half = 0.5 * (high - low);
  for (const auto& node : math::kGauss12)
    for (double sign : {-1.0, 1.0}) {
      const double x = middle + sign * half * node.x;
      const double d2 = h * h + x * x, d = std::sqrt(d2);
      // r^2 - d^2 without cancellation of r and d
      const double delta =
          std::fmax(0.0, ((frame.radius - h) * (frame.radius + h) - x * x) / (frame.radius + d));
      const double w = node.weight * half;
      stored += w * 0.5 * delta * delta * h / d2;
      slope += w * delta / d;
      weight += w * delta * h / d2;
    }
}

void integrate_range(const DiscFrame& frame, double h, double low, double high, int depth, double& stored,
                     double& slope, double& weight) {
  const double middle = 0.5 * (low + high), half = 0.5 * (high - low);
  if (depth == 0 || half <= kPanelPart * std::sqrt(h * h + middle * middle)) {
    integrate_panel(frame, h, low, high, stored, slope, weight);
    return;
  }
  integrate_range(frame, h, low, middle, depth - 1, stored, slope, weight);
  integrate_range(frame, h, middle, high, depth - 1, stored, slope, weight);
}

double line_delta(const DiscFrame& frame, const RimPiece& piece, double x) {
  return std::fmax(0.0, frame.radius - std::sqrt(piece.distance * piece.distance + x * x));
}

// S = integral of delta^2/2 h dx/d^2;  dS/d(center) = -(n/c) integral of delta/d dx + the ends' delta^2/2
// d(angle).
void integrate_line(const DiscFrame& frame, const RimPiece& piece, Foundation& sum) {
  double slope = 0.0;
  integrate_range(frame, piece.distance, piece.low.x, piece.high.x, kMaxBisections, sum.stored, slope,
                  sum.weight);
  sum.gradient -= slope * piece.normal;
  if (!piece.low.at_rim) {
    const double delta = line_delta(frame, piece, piece.low.x);
    sum.gradient -= 0.5 * delta * delta * piece.low.angle_gradient;
  }
  if (!piece.high.at_rim) {
    const double delta = line_delta(frame, piece, piece.high.x);
    sum.gradient += 0.5 * delta * delta * piece.high.angle_gradient;
  }
}

void add_end(const DiscFrame& frame, BaseSurface& base, const PieceEnd& end, double sign, Foundation& sum) {
  if (end.at_rim) return;
  const math::SinCos at = math::sincos(end.angle);
  const double delta = base_ray(frame, base, at.cos, at.sin).delta;
  sum.gradient += sign * 0.5 * delta * delta * end.angle_gradient;
}

void integrate_arc(const DiscFrame& frame, const RimPiece& piece, BaseSurface& base, Foundation& sum) {
  // ruts have kinks at every cell: more panels
  constexpr double kPanel = 1.2, kRuttedPanel = 0.4;  // rad
  const double length = piece.high.angle - piece.low.angle;
  const int panels = 1 + static_cast<int>(length / (base.rutted() ? kRuttedPanel : kPanel));
  const double half = 0.5 * length / panels;
  double weight = 0.0, rut = 0.0;
  for (int k = 0; k < panels; ++k) {
    const math::SinCos middle = math::sincos(piece.low.angle + (2 * k + 1) * half);
    for (const auto& node : math::kGauss8) {
      const math::SinCos turn = math::sincos(half * node.x);
      for (double sign : {-1.0, 1.0}) {
        const double sine = middle.sin * turn.cos + sign * middle.cos * turn.sin;
        const double cosine = middle.cos * turn.cos - sign * middle.sin * turn.sin;
        const BaseRay ray = base_ray(frame, base, cosine, sine);
        const double w = node.weight * half * ray.delta;
        sum.stored += 0.5 * w * ray.delta;
        sum.gradient += w * ray.delta_gradient;
        weight += w;
        rut += w * ray.rut;
      }
    }
  }
  sum.weight += weight;
  sum.weighted_rut += rut;
  add_end(frame, base, piece.low, -1.0, sum);
  add_end(frame, base, piece.high, 1.0, sum);
}

// Distance along a ray, with its derivatives; d for a line is h / cos(angle - foot).
struct RayHit {
  double d, d_slope;
  Vec3 d_gradient;
};

RayHit hit(const DiscFrame& frame, const RimPiece& piece, BaseSurface& base, double angle) {
  if (piece.line) {
    const math::SinCos at = math::sincos(angle - piece.foot);
    const double d = piece.distance / at.cos;
    return {d, d * at.sin / at.cos, piece.normal / at.cos};
  }
  const math::SinCos at = math::sincos(angle);
  const BaseRay ray = base_ray(frame, base, at.cos, at.sin);
  return {frame.radius - ray.delta, -ray.delta_slope, -ray.delta_gradient};
}

// Where two surfaces coincide (a plate let into the ground flush), rounding must not decide ray by ray:
// distances of later shapes, and of the base by more, count as longer by a little that is nothing on the
// ground (10 nm at most).
double bias(int surface) { return surface == 0 ? 1.0 + 1e-8 : 1.0 + 1e-12 * surface; }

constexpr int kMaxParts = 16;

// The parts of a piece still visible, in order.
struct Parts {
  std::array<PieceEnd, kMaxParts> low, high;
  int count = 0;

  // Takes (from, to) away.
  void subtract(const PieceEnd& from, const PieceEnd& to) {
    Parts left;
    for (int i = 0; i < count; ++i) {
      if (to.angle <= low[i].angle || from.angle >= high[i].angle) {
        left.add(low[i], high[i]);
        continue;
      }
      if (from.angle > low[i].angle) left.add(low[i], from);
      if (to.angle < high[i].angle) left.add(to, high[i]);
    }
    *this = left;
  }
  void add(const PieceEnd& a, const PieceEnd& b) {
    if (count < kMaxParts) low[count] = a, high[count] = b, ++count;
  }
};

// Root of f = d_a - d_b between two angles of opposite sign: regula falsi with the Illinois correction.
template <typename F>
double crossing(F&& f, double low, double high, double f_low, double f_high) {
  constexpr int kSteps = 60;
  for (int i = 0; i < kSteps && high - low > 1e-15; ++i) {
    const double middle = high - f_high * (high - low) / (f_high - f_low);
    const double value = f(middle);
    if (value == 0.0) return middle;
    if ((value > 0.0) == (f_high > 0.0)) {
      high = middle, f_high = value, f_low *= 0.5;
    } else {
      low = high, f_low = f_high, high = middle, f_high = value;
      if (low > high) std::swap(low, high), std::swap(f_low, f_high);
    }
  }
  return 0.5 * (low + high);
}

// Takes from `parts` of piece a what piece b hides.
void hide(const DiscFrame& frame, const RimPiece& a, const RimPiece& b, BaseSurface& base, Parts& parts) {
  // b's angles brought to a's turn
  const double apart = 0.5 * (a.low.angle + a.high.angle) - 0.5 * (b.low.angle + b.high.angle);
  const double turn = std::floor(apart / (2.0 * kPi) + 0.5) * 2.0 * kPi;
  PieceEnd from = b.low, to = b.high;
  from.angle += turn;
  to.angle += turn;
  if (from.angle < a.low.angle) from = a.low;
  if (to.angle > a.high.angle) to = a.high;
  if (!(from.angle < to.angle)) return;

  const auto nearer = [&](double angle) {  // > 0 where b is hit first
    return hit(frame, a, base, angle).d * bias(a.surface) -
           hit(frame, b, base, angle - turn).d * bias(b.surface);
  };
  const int steps = a.line && b.line ? 1 : 8;  // two lines cross once at most
  PieceEnd start = from;
  double angle = from.angle, value = nearer(angle);
  for (int i = 1; i <= steps; ++i) {
    const double next = i == steps ? to.angle : from.angle + (to.angle - from.angle) * i / steps;
    const double next_value = nearer(next);
    if ((value > 0.0) != (next_value > 0.0)) {
      PieceEnd cut;
      cut.angle = crossing(nearer, angle, next, value, next_value);
      cut.x = 0.0;
      cut.at_rim = false;
      const RayHit hit_a = hit(frame, a, base, cut.angle), hit_b = hit(frame, b, base, cut.angle - turn);
      cut.angle_gradient = -(hit_a.d_gradient - hit_b.d_gradient) / (hit_a.d_slope - hit_b.d_slope);
      if (value > 0.0) parts.subtract(start, cut);
      start = cut;
    }
    angle = next;
    value = next_value;
  }
  if (value > 0.0) parts.subtract(start, to);
}

}  // namespace

RimPiece line_piece(int surface, double distance, const Vec3& normal) {
  RimPiece piece;
  piece.surface = surface;
  piece.line = true;
  piece.distance = distance;
  piece.foot = 0.0;
  piece.normal = normal;
  return piece;
}

void set_angles(const DiscFrame& frame, RimPiece& piece) {
  if (!piece.line) return;
  piece.foot = math::atan2(-piece.normal.dot(frame.side), -piece.normal.dot(frame.down));
  piece.low.angle = piece.foot + math::atan2(piece.low.x, piece.distance);
  piece.high.angle = piece.foot + math::atan2(piece.high.x, piece.distance);
}

void integrate(const DiscFrame& frame, const RimPiece& piece, BaseSurface& base, Foundation& sum) {
  if (piece.line)
    integrate_line(frame, piece, sum);
  else
    integrate_arc(frame, piece, base, sum);
}

bool integrate_visible(const DiscFrame& frame, std::span<const RimPiece> pieces, int which, BaseSurface& base,
                       Foundation& sum) {
  const RimPiece& piece = pieces[which];
  Parts parts;
  parts.add(piece.low, piece.high);
  for (const RimPiece& other : pieces)
    if (other.surface != piece.surface) hide(frame, piece, other, base, parts);
  if (parts.count == 1 && parts.low[0].angle == piece.low.angle && parts.high[0].angle == piece.high.angle) {
    integrate(frame, piece, base, sum);
    return true;
  }
  for (int i = 0; i < parts.count; ++i) {
    RimPiece part = piece;
    part.low = parts.low[i];
    part.high = parts.high[i];
    if (part.line) {
      if (part.low.angle != piece.low.angle)
        part.low.x = piece.distance * math::tan(part.low.angle - piece.foot);
      if (part.high.angle != piece.high.angle)
        part.high.x = piece.distance * math::tan(part.high.angle - piece.foot);
    }
    integrate(frame, part, base, sum);
  }
  return false;
}

}  // namespace grouser::terrain
