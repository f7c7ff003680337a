// SPDX-License-Identifier: BSD-3-Clause
// Load over sinkage of a footpad that is pressed into soft soil for the first time: of a flat plate A k z^n,
// of a ball with the area that grows (equation and symbols in pad_contact.hpp). Cohesion may count as depth,
// on curves with n = 1: p = k (z + e). Private to the soil module.
#pragma once
#include <algorithm>
#include <numbers>

#include "grouser/math/elementary.hpp"
#include "grouser/soil/laws/virgin_curve.hpp"

namespace grouser::contact {

struct PadCurve {
  VirginCurve flat{};         // of the whole disc, in N
  double ball_radius = 0.0;   // r, m; 0: it is flat
  double ball_modulus = 0.0;  // 2 pi k, Pa/m^n
  double extra = 0.0;         // e, m; only where n = 1
};

inline PadCurve flat_curve(double area, double modulus, double n) { return {.flat = {area * modulus, n}}; }
inline PadCurve ball_curve(double radius, double modulus, double n) {
  return {.flat = {std::numbers::pi * radius * radius * modulus, n},
          .ball_radius = radius,
          .ball_modulus = 2.0 * std::numbers::pi * modulus};
}

/// z^a less what lies beyond the ball's widest ring.
inline double within_ball(const PadCurve& c, double z, double a) {
  const double beyond = z - c.ball_radius;
  return math::pow(z, a) - (beyond > 0.0 ? math::pow(beyond, a) : 0.0);
}

/// N at the sinkage z > 0, N.
inline double pad_load(const PadCurve& c, double z) {
  if (c.ball_radius == 0.0) return virgin_pressure(c.flat, z + c.extra);
  const double n = c.flat.n;
  const double load = c.ball_radius * math::pow(z, n + 1.0) / (n + 1.0) -
                      within_ball(c, z, n + 2.0) / ((n + 1.0) * (n + 2.0));
  const double held = c.extra > 0.0 ? c.extra * (c.ball_radius * z - 0.5 * within_ball(c, z, 2.0)) : 0.0;
  return c.ball_modulus * (load + held);
}
/// dN/dz where the load is known, N/m.
inline double pad_slope(const PadCurve& c, double load, double z) {
  if (c.ball_radius == 0.0) return virgin_slope(c.flat, load, z + c.extra);
  const double n = c.flat.n;
  const double slope = c.ball_radius * math::pow(z, n) - within_ball(c, z, n + 1.0) / (n + 1.0);
  const double held = c.extra > 0.0 ? c.extra * (c.ball_radius - within_ball(c, z, 1.0)) : 0.0;
  return c.ball_modulus * (slope + held);
}
/// int(N dz) up to a constant, where the load is known, J.
inline double pad_work(const PadCurve& c, double load, double z) {
  if (c.ball_radius == 0.0) return virgin_work(c.flat, load, z + c.extra);
  const double n = c.flat.n;
  const double work = c.ball_modulus / ((n + 1.0) * (n + 2.0)) *
                      (c.ball_radius * math::pow(z, n + 2.0) - within_ball(c, z, n + 3.0) / (n + 3.0));
  if (!(c.extra > 0.0)) return work;
  return work + c.ball_modulus * c.extra * (0.5 * c.ball_radius * z * z - within_ball(c, z, 3.0) / 6.0);
}
/// Share of the disc's area that touches at the sinkage z.
inline double touching_share(const PadCurve& c, double z) {
  if (c.ball_radius == 0.0) return 1.0;
  const double s = std::min(std::max(z, 0.0) / c.ball_radius, 1.0);
  return s * (2.0 - s);
}
/// Share of lambda rho A v^2 that moves soil aside: each ring of a ball takes the square of the speed along
/// its own normal, int(cos^2 dA)/(pi r^2) = (1 - (1 - z/r)^4)/2 over the projected area, r cos being the
/// height of the middle above the ring.
inline double pushing_share(const PadCurve& c, double z) {
  if (c.ball_radius == 0.0) return 1.0;
  const double cosine = 1.0 - std::min(std::max(z, 0.0) / c.ball_radius, 1.0), square = cosine * cosine;
  return 0.5 * (1.0 - square * square);
}
/// The sinkage under a load > 0, m: by bisection, once when a run is made.
inline double curve_sinkage(const PadCurve& c, double load) {
  if (c.ball_radius == 0.0) return std::max(0.0, plate_sinkage(c.flat, load) - c.extra);
  double low = 0.0, high = c.ball_radius;
  while (pad_load(c, high) < load) high *= 2.0;
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (low + high);
    (pad_load(c, middle) < load ? low : high) = middle;
  }
  return high;
}
/// Elastic displacement of a pad until soil that has sunk by `plastic` flows again, m; stiffness: A k_e, N/m.
/// The load less the curve is concave, so that Newton's method converges from the left.
inline double pad_reloading(const PadCurve& c, double stiffness, double plastic) {
  if (!(plastic > 0.0 || c.extra > 0.0)) return 0.0;
  double x = 0.0;
  for (int i = 0; i < 8; ++i) {
    const double load = pad_load(c, plastic + x), slope = stiffness - pad_slope(c, load, plastic + x);
    if (!(slope > 0.0)) return 0.0;
    x -= (stiffness * x - load) / slope;
  }
  return x;
}

}  // namespace grouser::contact
