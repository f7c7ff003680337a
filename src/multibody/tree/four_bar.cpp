// SPDX-License-Identifier: BSD-3-Clause
// Position, closure and rates of a planar four-bar linkage in closed form: the hinge between link and lever
// is the intersection of two circles, and the rates follow from the closure differentiated twice. The
// formulas and the meaning of C, u, v, l and m are in the header.
#include "grouser/multibody/tree/four_bar.hpp"

#include <algorithm>
#include <cmath>

namespace grouser {
namespace {

/// The vector turned by +90 degrees.
Vec2 across(const Vec2& v) { return {-v.y(), v.x()}; }
double cross(const Vec2& a, const Vec2& b) { return a.x() * b.y() - a.y() * b.x(); }
Vec2 turned(const Vec2& v, const math::SinCos& by) {
  return {by.cos * v.x() - by.sin * v.y(), by.sin * v.x() + by.cos * v.y()};
}
/// Signed angle from one vector to the other, rad, in (-pi, pi].
double angle_between(const Vec2& from, const Vec2& to) { return math::atan2(cross(from, to), from.dot(to)); }
/// Sine and cosine of a joint's angle counted about the driver's axis; sign: -1 for an opposite axis.
math::SinCos about_driver(const math::SinCos& turn, double sign) { return {sign * turn.sin, turn.cos}; }

}  // namespace

FourBarPose place_bars(const FourBar& bars, math::SinCos driver, math::SinCos coupler,
                       math::SinCos follower) {
  follower = about_driver(follower, bars.follower_sign);
  const math::SinCos carrier = bars.coupler_on_driver ? driver : follower;
  return {turned(bars.arm, driver),
          turned(turned(bars.link, about_driver(coupler, bars.coupler_sign)), carrier),
          turned(bars.lever, follower)};
}

double open_by(const FourBar& bars, const FourBarPose& pose) {
  return (pose.arm + pose.link - bars.base - pose.lever).norm();
}

FourBarMove close_bars(const FourBar& bars, FourBarPose& inout) {
  constexpr double kStretched = 1e-14;  // of the bars: what rounding takes from a linkage at its dead point
  const Vec2 D = bars.base - inout.arm;
  const double square = D.squaredNorm(), link = inout.link.squaredNorm(), lever = inout.lever.squaredNorm();
  const double apart = std::sqrt(square), a = std::sqrt(link), b = std::sqrt(lever);
  const double missing = std::max(apart - (a + b), std::fabs(a - b) - apart);
  // if the hinges coincide, link and lever could stand anywhere
  if (!(missing <= kStretched * (a + b)) || !(apart > kStretched * (a + b)))
    return {0.0, 0.0, std::max(missing, open_by(bars, inout))};
  // The circles' intersection: `along` is its share of D, `height` the square of its share across D.
  const double along = (link - lever + square) / (2.0 * square),
               height = std::max(0.0, link / square - along * along);
  const FourBarPose old = inout;
  inout.link = along * D + bars.side * std::sqrt(height) * across(D);
  inout.lever = inout.link - D;
  // The turns of both bars are the corrections of the two joints' angles.
  const double coupler = angle_between(old.link, inout.link),
               follower = angle_between(old.lever, inout.lever);
  return {bars.coupler_sign * (bars.coupler_on_driver ? coupler : coupler - follower),
          bars.follower_sign * follower, 0.0};
}

double side_of(const FourBar& bars, const FourBarPose& closed) {
  return cross(bars.base - closed.arm, closed.link) >= 0.0 ? 1.0 : -1.0;
}

FourBarRates calc_bar_rates(const FourBar& bars, const FourBarPose& closed) {
  const auto& [C, u, v] = closed;
  const Vec2 first = across(C), second = -C;
  const double turn = cross(u, v), uv = u.dot(v), uu = u.squaredNorm(), vv = v.squaredNorm();
  // First and second derivatives of the two bars' angles over the driver's; at a dead point `turn` is 0.
  const double l = -first.dot(v) / turn, m = -first.dot(u) / turn;
  const double ll = (-second.dot(v) + l * l * uv - m * m * vv) / turn,
               mm = (-second.dot(u) + l * l * uu - m * m * uv) / turn;
  // The coupler's joint angle counts from the bar that carries it: the driver's (rate 1) or the follower's.
  const double from = bars.coupler_on_driver ? 1.0 : m, from2 = bars.coupler_on_driver ? 0.0 : mm;
  return {bars.coupler_sign * (l - from), bars.follower_sign * m, bars.coupler_sign * (ll - from2),
          bars.follower_sign * mm, turn * turn / (uu * vv)};
}

}  // namespace grouser
