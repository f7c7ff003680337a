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
  // The bounds of rows and columns only save work: the test of each middle decides. They let in what
  // rounding might shut out; a middle lies half a cell from its cell's borders.
  constexpr double kInward = 0.49;  // cells
  const Vec2 ahead = strip.ahead, across = strip.across();
  const double per_cell = 1.0 / cell;
  const double reach = 0.5 * cell * (std::fabs(ahead.x()) + std::fabs(ahead.y()));
  const double right = strip.right - reach, left = strip.left + reach;
  const double back_y = strip.back * ahead.y(), front_y = strip.front * ahead.y();
  const double right_y = right * across.y(), left_y = left * across.y();
  const double low = std::min(back_y, front_y) + std::min(right_y, left_y);
  const double high = std::max(back_y, front_y) + std::max(right_y, left_y);
  // the columns that a pair of sides leaves; one along the rows leaves all
  struct Sides {
    double per_y, low, high;  // x of either side at y is low - per_y y, high - per_y y
    Sides(double normal_x, double normal_y, double from, double to) {
      constexpr double kAlong = 1e-12;
      if (std::fabs(normal_x) < kAlong) {
        per_y = 0.0, low = -1e300, high = 1e300;
        return;
      }
      const double per_x = 1.0 / normal_x, x_from = from * per_x, x_to = to * per_x;
      per_y = normal_y * per_x;
      low = std::min(x_from, x_to), high = std::max(x_from, x_to);
    }
  };
  const Sides ends(ahead.x(), ahead.y(), strip.back, strip.front),
      flanks(across.x(), across.y(), right, left);
  const auto first_from = [](double number) {  // floor, without the care for numbers beyond 2^63
    const auto whole = static_cast<double>(static_cast<long long>(number));
    return whole > number ? whole - 1.0 : whole;
  };
  const double last = high * per_cell - kInward;
  for (double row = first_from(low * per_cell + kInward); row <= last; row += 1.0) {
    const double y = (row + 0.5) * cell;
    const double west = std::max(ends.low - ends.per_y * y, flanks.low - flanks.per_y * y);
    const double east = std::min(ends.high - ends.per_y * y, flanks.high - flanks.per_y * y);
    const double end = east * per_cell - kInward;
    for (double column = first_from(west * per_cell + kInward); column <= end; column += 1.0) {
      const Vec2 middle((column + 0.5) * cell, y);
      const double along = ahead.dot(middle), beside = across.dot(middle);
      if (along > strip.back && along < strip.front && beside > right && beside < left)
        visit(middle.x(), middle.y());
    }
  }
}

}  // namespace grouser
