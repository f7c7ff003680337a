// SPDX-License-Identifier: BSD-3-Clause
// The part of the cells below a wheel's cylinder that it covers, for one cell or for a register of them: a
// template over the vector level. Uses nothing of the standard library, because the vector-level translation
// units include it.
#pragma once
#include "grouser/math/plain_level.hpp"

namespace grouser::scm {

// Tangent of the steepest part of a surface that presses on the ground: 84 deg. Beyond it the column of
// soil over a node is all but beside the part.
inline constexpr double kSteepest = 10.0;

// Least share of a cell that counts as covered: less is rounding at a part's side on the border of two cells.
inline constexpr double kLeastShare = 1e-6;

/// A strip of a width across square cells. cosine, sine: of its direction against the grid.
struct Strip {
  double width = 0.0, cell = 0.0;   // m
  double outer = 0.0, inner = 0.0;  // a cell is fully wide between +-inner and ends at +-outer, over its side
  double top = 0.0, per_ramp = 0.0;
  Strip(double cell_, double cosine, double sine, double width_) : width(width_), cell(cell_) {
    const double a = __builtin_fabs(cosine), b = __builtin_fabs(sine);
    outer = 0.5 * (a + b), inner = 0.5 * __builtin_fabs(a - b);
    top = 1.0 / (outer + inner);
    per_ramp = outer > inner ? 1.0 / (outer - inner) : 0.0;
  }
};

/// Integral of the width of a square of side 1 along a direction, from minus infinity to x: a trapezoid. It
/// is 1 / (outer + inner) between +-inner and falls linearly to 0 at +-outer.
template <class Level, class B>
GROUSER_INLINE B square_until(const Strip& strip, const B& x) {
  const B zero(0.0), half(0.5), far = Level::abs(x), outer(strip.outer), inner(strip.inner);
  const B on = Level::max(zero, far - inner);
  const B within =
      B(strip.top) * (Level::select(far > inner, inner, far) + (on - half * on * on * B(strip.per_ramp)));
  const B side = Level::select(outer > far, within, half);
  return Level::select(zero > x, half - side, half + side);
}

/// Area of a cell that the strip covers, as a share. offset: from the middle of the strip to that of the
/// cell, m. Exact for an endless strip.
template <class Level, class B>
GROUSER_INLINE B covered_share(const Strip& strip, const B& offset) {
  const B per_cell(1.0 / strip.cell), edge(0.5 * strip.width);
  return square_until<Level>(strip, (edge - offset) * per_cell) -
         square_until<Level>(strip, (B(0.0) - edge - offset) * per_cell);
}

/// A wheel's cylinder: center and axle (unit), world, m; level: 1 - axle_z^2.
struct Cylinder {
  double center[3], axle[3], radius, level;
};

template <class B>
struct OnCylinder {
  B height;     ///< m
  B normal[3];  ///< into the wheel, unit
  B along;      ///< the axle from the middle, m
};

/// The point of the endless cylinder's underside over (x, y). `there`: whether there is one which is not
/// too steep to press.
///   |q|^2 - (q a)^2 = r^2 for q = (dx, dy, dz), the lower of the two dz:
///   (1 - az^2) dz^2 - 2 az s dz + dx^2 + dy^2 - s^2 - r^2 = 0,  s = dx ax + dy ay
template <class Level, class B>
GROUSER_INLINE OnCylinder<B> below_cylinder(const Cylinder& c, const B& x, const B& y, B& there) {
  const B zero(0.0), one(1.0), level(c.level);
  const B ax(c.axle[0]), ay(c.axle[1]), az(c.axle[2]), per_r(1.0 / c.radius);
  const B dx = x - B(c.center[0]), dy = y - B(c.center[1]);
  const B s = dx * ax + dy * ay, lean = az * s;
  const B inside = lean * lean - level * (dx * dx + dy * dy - s * s - B(c.radius * c.radius));
  const B dz = (lean - simd::root(Level::max(inside, zero))) / level;
  OnCylinder<B> on;
  on.along = s + az * dz;
  on.normal[0] = per_r * (on.along * ax - dx);
  on.normal[1] = per_r * (on.along * ay - dy);
  on.normal[2] = per_r * (on.along * az - dz);
  on.height = B(c.center[2]) + dz;
  there = Level::select(inside > zero, Level::select(on.normal[2] * B(kSteepest) > one, one, zero), zero);
  return on;
}

}  // namespace grouser::scm
