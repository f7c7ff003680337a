// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <array>
#include <cmath>

#include "base_rays.hpp"
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
// A turn of the disc moves its point y, from the centre, by turn x y: dS/d(turn) = -integral of delta/d y x n/c dx
void integrate_line(const DiscFrame& frame, const RimPiece& piece, double low, double high, double sign,
                    Foundation& sum) {
  LineSums line;
  integrate_range(frame.radius, piece.distance, low, high, kMaxBisections, line);
  sum.stored += sign * line.stored;
  sum.gradient -= sign * line.slope * piece.normal;
  const Vec3 arm = line.slope * (piece.foot - frame.center) + line.moment * piece.along;
  sum.moment -= sign * arm.cross(piece.normal);
}

void integrate_arc(const DiscFrame& frame, double low, double high, BaseSurface& base, Foundation& sum) {
  constexpr double kPanel = 1.2;  // rad, as ProfileArc::even()
  const double length = high - low;
  const int panels = 1 + static_cast<int>(length / kPanel);
  const double half = 0.5 * length / panels;
  // in order along the arc: neighbours share cells
  constexpr int kNodes = kLanes / 2;
  static constexpr auto kNode = [] {
    Lanes x{};
    for (int n = 0; n < kNodes; ++n) x.v[kNodes - 1 - n] = -(x.v[kNodes + n] = math::kGauss8[n].x);
    return x;
  }();
  static constexpr auto kWeight = [] {
    Lanes weight{};
    for (int n = 0; n < kNodes; ++n)
      weight.v[kNodes - 1 - n] = weight.v[kNodes + n] = math::kGauss8[n].weight;
    return weight;
  }();
  for (int k = 0; k < panels; ++k) {
    Lanes cosine, sine;
    base.loops().turn(low + (2 * k + 1) * half, half, kNode, cosine, sine);
    RayLanes ray;
    find_base_rays(frame, base, cosine, sine, ray);
    double part[4];
    base.loops().sum_rays(kWeight, ray, part);
    sum.stored += half * part[0];
    sum.gradient += half * Vec3(part[1], part[2], part[3]);
  }
}

}  // namespace

bool integrate_profile(const DiscFrame& frame, const ProfileArc& arc, BaseSurface& base, Foundation& sum) {
  WheelLanes wheel;
  wheel.disc = frame.numbers();
  wheel.x.v[0] = frame.center.x(), wheel.y.v[0] = frame.center.y(), wheel.z.v[0] = frame.center.z();
  const ProfileArcs arcs{.count = 1, .disc = {0}, .lowered = {base.lowered()}, .arc = {arc}};
  StoredLanes found;
  const auto look = [&](const FieldView& view) {
    return profile_loops().sum_profiles(view, wheel, arcs, found);
  };
  if (!base.with_cells(look) || found.unfit.v[0] > 0.0) return false;
  sum.stored += found.stored.v[0];
  sum.gradient += Vec3(found.gradient_x.v[0], found.gradient_y.v[0], found.gradient_z.v[0]);
  return true;
}

void integrate(const DiscFrame& frame, const RimPiece& piece, double low, double high, double sign,
               BaseSurface& base, Foundation& sum) {
  if (piece.line) return integrate_line(frame, piece, low, high, sign, sum);
  const bool all = piece.profiled && low == piece.low && high == piece.high;
  if (!(all && integrate_profile(frame, piece.profile, base, sum)))
    integrate_arc(frame, low, high, base, sum);
}

void integrate_lone(const DiscFrame& frame, const LoneArc& lone, BaseSurface& base, Foundation& sum) {
  const ProfileArc& arc = lone.profile;
  if (!(arc.even() && integrate_profile(frame, arc, base, sum)))
    integrate_arc(frame, math::atan2(arc.a[0], arc.b[0]), math::atan2(arc.a[1], arc.b[1]), base, sum);
}

Vec3 piece_point(const DiscFrame& frame, const RimPiece& piece, BaseSurface& base, double parameter) {
  if (piece.line) return piece.foot + parameter * piece.along;
  const math::SinCos at = math::sincos(parameter);
  return frame.center +
         (frame.radius - find_base_ray(frame, base, at.cos, at.sin)) * frame.ray(at.cos, at.sin);
}

bool make_line(const DiscFrame& frame, int surface, const Vec3& n, double height, RimPiece& piece) {
  const double n_axis = n.dot(frame.axis);
  const double in_plane = std::sqrt(std::max(0.0, 1.0 - n_axis * n_axis));
  if (in_plane < kParallel) return false;
  const double h = height / in_plane;
  if (!(std::fabs(h) < frame.radius)) return false;
  // from the centre to the face within the slice, and along it in the direction of growing angle
  const Vec3 inward = (n_axis * frame.axis - n) / in_plane;
  const double chord = std::sqrt((frame.radius - h) * (frame.radius + h));
  piece.surface = surface;
  piece.line = true;
  piece.low = -chord;
  piece.high = chord;
  piece.whole = true;
  piece.distance = h;
  piece.normal = n / in_plane;
  piece.foot = frame.center + h * inward;
  piece.along = frame.axis.cross(inward);
  return true;
}

}  // namespace grouser::terrain
