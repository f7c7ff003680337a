// SPDX-License-Identifier: BSD-3-Clause
// Which cells of a ground memory a strip of ground covers, seen from above, and which share of each. A cell
// that a border parts has its share on either side of it, so that no side of the world is preferred.
#pragma once
#include <algorithm>
#include <cmath>

#include "grouser/math/types.hpp"

namespace grouser {

/// A rectangle of ground at any heading. Its sides are counted from the world's origin along its two axes.
struct GroundStrip {
  Vec2 ahead = Vec2::UnitX();      ///< unit; the left is a quarter turn further
  double back = 0.0, front = 0.0;  ///< along `ahead`, m
  double right = 0.0, left = 0.0;  ///< across it, m
  Vec2 across() const { return {-ahead.y(), ahead.x()}; }
};

/// Area of a square of side 1 on one side of a line. The square's width across the line's normal is a
/// trapezoid, the sum of two even distributions of widths |n_x| and |n_y|.
class SquareShare {
 public:
  /// normal: of the line, unit.
  explicit SquareShare(const Vec2& normal)
      : a_(std::max(std::fabs(normal.x()), std::fabs(normal.y()))),
        b_(std::min(std::fabs(normal.x()), std::fabs(normal.y()))) {}
  /// Half of the square's extent along the normal: beyond it all of the square lies on one side.
  double half() const { return 0.5 * (a_ + b_); }
  /// Area where normal . p < at, p counted from the square's middle.
  double below(double at) const {
    const double from_middle = std::fabs(at);
    double beyond = 0.0;
    if (from_middle <= 0.5 * (a_ - b_))
      beyond = 0.5 - from_middle / a_;
    else if (from_middle < half())
      beyond = (half() - from_middle) * (half() - from_middle) / (2.0 * a_ * b_);
    return at < 0.0 ? beyond : 1.0 - beyond;
  }

 private:
  double a_, b_;  // the larger and the smaller of |n_x| and |n_y|
};
inline double share_below(const Vec2& normal, double at) { return SquareShare(normal).below(at); }
/// Area of a square of side 1 within a disc about the origin. middle: of the square; all in units of its
/// side.
double share_in_disc(const Vec2& middle, double radius);

/// Calls visit(x, y) with the middle of each cell that lies between the strip's back and front and reaches
/// between its sides. cell: side of the cells, m.
template <class Visit>
void for_each_cell(const GroundStrip& strip, double cell, Visit visit) {
  const Vec2 ahead = strip.ahead, across = strip.across();
  const double reach = 0.5 * cell * (std::fabs(ahead.x()) + std::fabs(ahead.y()));
  const double right = strip.right - reach, left = strip.left + reach;
  const auto ends = std::minmax(
      {strip.back * ahead.y() + right * across.y(), strip.back * ahead.y() + left * across.y(),
       strip.front * ahead.y() + right * across.y(), strip.front * ahead.y() + left * across.y()});
  const double last = std::floor(ends.second / cell);
  for (double row = std::floor(ends.first / cell); row <= last; row += 1.0) {
    const double y = (row + 0.5) * cell;
    // the columns that both pairs of sides leave
    double west = -1e300, east = 1e300;
    const auto narrow = [&](double per_x, double low, double high) {
      constexpr double kAlong = 1e-12;
      if (std::fabs(per_x) < kAlong) return;
      const auto [from, to] = std::minmax({low / per_x, high / per_x});
      west = std::max(west, from);
      east = std::min(east, to);
    };
    narrow(ahead.x(), strip.back - y * ahead.y(), strip.front - y * ahead.y());
    narrow(across.x(), right - y * across.y(), left - y * across.y());
    const double end = std::floor(east / cell);
    for (double column = std::floor(west / cell); column <= end; column += 1.0) {
      const Vec2 middle((column + 0.5) * cell, y);
      const double along = ahead.dot(middle), beside = across.dot(middle);
      if (along > strip.back && along < strip.front && beside > right && beside < left)
        visit(middle.x(), middle.y());
    }
  }
}

}  // namespace grouser
