// SPDX-License-Identifier: BSD-3-Clause
// Integrals of S and its gradients along pieces of boundary (docs/theory_contact.md, (2) and (6)): straight
// lines of faces by Gauss-Legendre on panels that are short against the distance of the integrand's poles,
// arcs of the ground with a ray at each node.
#include "rim_piece.hpp"

#include <algorithm>
#include <cmath>

#include "grouser/math/elementary.hpp"
#include "grouser/math/quadrature.hpp"

namespace grouser::terrain {
namespace {

// A face whose normal is this close to the axle is treated as parallel to the disc: its line would be
// infinitely far away.
constexpr double kParallel = 1e-9;

// The integrand of a line has poles at x = +-ih. A panel whose half length is at most this part of the
// distance from its middle to them converges to about 1e-10 with 12 nodes.
constexpr double kPanelPart = 0.6;
constexpr int kMaxBisections = 24;

struct LineSums {
  double stored = 0.0, slope = 0.0, moment = 0.0;
};

void integrate_panel(double r, double h, double low, double high, LineSums& sum) {
  const double middle = 0.5 * (low + high), half = 0.5 * (high - low);
  for (const auto& node : math::kGauss12)
    for (double sign : {-1.0, 1.0}) {
      const double x = middle + sign * half * node.x;
      const double d2 = h * h + x * x, d = std::sqrt(d2);
      // r^2 - d^2 without cancellation of r and d
      const double delta = std::max(0.0, ((r - h) * (r + h) - x * x) / (r + d));
      const double w = node.weight * half;
      sum.stored += w * 0.5 * delta * delta * h / d2;
      sum.slope += w * delta / d;
      sum.moment += w * x * (delta / d);
    }
}

void integrate_range(double r, double h, double low, double high, int depth, LineSums& sum) {
  const double middle = 0.5 * (low + high), half = 0.5 * (high - low);
  if (depth == 0 || half <= kPanelPart * std::sqrt(h * h + middle * middle)) {
    integrate_panel(r, h, low, high, sum);
    return;
  }
  integrate_range(r, h, low, middle, depth - 1, sum);
  integrate_range(r, h, middle, high, depth - 1, sum);
}

// S = integral of delta^2/2 h dx/d^2
// dS/d(center) = -(n/c) integral of delta/d dx
// A turn of the disc moves its point y, from the centre, by turn x y: dS/d(turn) = -integral of delta/d y x
// n/c dx
void integrate_line(const DiscFrame& frame, const RimPiece& piece, double low, double high, double sign,
                    Foundation& sum) {
  LineSums line;
  integrate_range(frame.radius, piece.plate.distance, low, high, kMaxBisections, line);
  sum.stored += sign * line.stored;
  sum.gradient -= sign * line.slope * piece.plate.normal;
  const Vec3 arm = line.slope * (piece.foot - frame.center) + line.moment * piece.along;
  sum.moment -= sign * arm.cross(piece.plate.normal);
}

void integrate_arc(const DiscFrame& frame, double low, double high, BaseSurface& base, Foundation& sum) {
  constexpr double kPanel = 1.2;  // rad, as ProfileArc::even()
  const double length = high - low;
  const int panels = 1 + static_cast<int>(length / kPanel);
  const double half = 0.5 * length / panels;
  for (int k = 0; k < panels; ++k)
    for (const auto& node : math::kGauss8)
      for (const double sign : {-1.0, 1.0}) {
        const math::SinCos at = math::sincos(low + (2 * k + 1 + sign * node.x) * half);
        const BaseRay ray = find_base_ray(frame, base, at.cos, at.sin);
        const double weighted = half * node.weight * ray.delta;
        sum.stored += 0.5 * weighted * ray.delta;
        sum.gradient += weighted * ray.gradient;
      }
}

}  // namespace

// With F = z - H(x, y), Newton steps start at the rim and go along the ray; they are exact on a plane. There
//   d(delta)/d(center) = grad F/(grad F . rho)
// Height and slope are continuous, so delta and its gradient are too.
BaseRay find_base_ray(const DiscFrame& frame, BaseSurface& base, double cosine, double sine) {
  constexpr double kClose = 1e-7;  // m; the next step would be of the order of its square
  constexpr int kNewtonSteps = 4;
  const Vec3 rho = frame.ray(cosine, sine);
  BaseRay ray;
  for (int step = 0; step < kNewtonSteps; ++step) {
    const Vec3 p = frame.center + (frame.radius - ray.delta) * rho;
    const BaseSample s = base.sample(p.x(), p.y());
    const double steep = s.slope_x * rho.x() + s.slope_y * rho.y() - rho.z();
    const double into = std::max(kGrazing, steep), change = (s.z - p.z()) / into;
    ray.delta += change;
    if (ray.delta <= 0.0) return {};
    if (ray.delta >= frame.radius) return {.delta = frame.radius};
    // of delta + below/into at a point that itself moves back by delta
    ray.gradient = (1.0 - steep / into) * ray.gradient + Vec3(s.slope_x, s.slope_y, -1.0) / into;
    if (std::fabs(change) <= kClose) break;
  }
  return ray;
}

void integrate(const DiscFrame& frame, const RimPiece& piece, double low, double high, double sign,
               BaseSurface& base, Foundation& sum) {
  if (piece.line) return integrate_line(frame, piece, low, high, sign, sum);
  integrate_arc(frame, low, high, base, sum);
}

Vec3 piece_point(const DiscFrame& frame, const RimPiece& piece, BaseSurface& base, double parameter) {
  if (piece.line) return piece.foot + parameter * piece.along;
  const math::SinCos at = math::sincos(parameter);
  return frame.center +
         (frame.radius - find_base_ray(frame, base, at.cos, at.sin).delta) * frame.ray(at.cos, at.sin);
}

bool make_plate(const DiscFrame& frame, const Vec3& n, double height, Plate& plate) {
  const double n_axis = n.dot(frame.axis);
  plate.in_plane = std::sqrt(std::max(0.0, 1.0 - n_axis * n_axis));
  if (plate.in_plane < kParallel) return false;
  plate.distance = height / plate.in_plane;
  plate.normal = n / plate.in_plane;
  return std::fabs(plate.distance) < frame.radius;
}

bool make_line(const DiscFrame& frame, int surface, const Vec3& n, double height, RimPiece& piece) {
  if (!make_plate(frame, n, height, piece.plate)) return false;
  // from the centre to the face within the slice, and along it in the direction of growing angle
  const double h = piece.plate.distance;
  const Vec3 inward = (n.dot(frame.axis) * frame.axis - n) / piece.plate.in_plane;
  const double chord = std::sqrt((frame.radius - h) * (frame.radius + h));
  piece.surface = surface;
  piece.line = true;
  piece.low = -chord;
  piece.high = chord;
  piece.whole = true;
  piece.foot = frame.center + h * inward;
  piece.along = frame.axis.cross(inward);
  return true;
}

}  // namespace grouser::terrain
