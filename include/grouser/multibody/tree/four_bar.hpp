// SPDX-License-Identifier: BSD-3-Clause
// A planar four-bar linkage in closed form: how its coupler and its follower stand and move when its driver
// does.
//
// In the plane across the axes, with the driver's hinge as origin and complex numbers e^(i angle) for turns
// about the driver's axis:
//   e^(i t) arm + e^(i l) link = base + e^(i m) lever
// where t, l and m are how far driver, coupler and follower have turned from the joints' zero angles. With
// u = e^(i l) link, v = e^(i m) lever, C = e^(i t) arm, primes for derivatives by t and x for the cross
// product (Norton, *Design of Machinery*, chapters 4, 6 and 7):
//   u = a D + h (i D),   D = base - C,   v = u - D
//   a = (|u|^2 - |v|^2 + |D|^2)/(2 |D|^2),   h = +-sqrt(|u|^2/|D|^2 - a^2)
//   l' = -(C' . v)/(u x v),                               m' = -(C' . u)/(u x v)
//   l'' = (-C'' . v + l'^2 u . v - m'^2 |v|^2)/(u x v),   m'' = (-C'' . u + l'^2 |u|^2 - m'^2 u . v)/(u x v)
// The sign of h is the branch that the linkage is on, and only a dead point, u x v = 0, leads to the other.
#pragma once
#include "grouser/math/elementary.hpp"
#include "grouser/math/types.hpp"

namespace grouser {

/// At the joints' zero angles, where it need not be closed; m.
struct FourBar {
  Vec2 base = Vec2::Zero();   ///< from the driver's hinge to the follower's
  Vec2 arm = Vec2::Zero();    ///< on the driver, from its hinge to the coupler's
  Vec2 link = Vec2::Zero();   ///< on the coupler, from the driver's end to the follower's
  Vec2 lever = Vec2::Zero();  ///< on the follower, from its hinge to the coupler's
  double coupler_sign = 1.0, follower_sign = 1.0;  ///< of the joints' axes against the driver's
  bool coupler_on_driver = true;  ///< its joint's angle is measured from the driver; false: from the follower
  double side = 1.0;              ///< sign of h
};

/// Arm, link and lever as they stand.
struct FourBarPose {
  Vec2 arm, link, lever;
};
/// From sine and cosine of the three joints' angles.
FourBarPose place_bars(const FourBar&, math::SinCos driver, math::SinCos coupler, math::SinCos follower);
/// By how much the ends of link and lever are apart, m.
double open_by(const FourBar&, const FourBarPose&);

/// By how much the joints' angles must change so that link and lever meet on the linkage's branch; and the
/// pose with it.
struct FourBarMove {
  double coupler = 0.0, follower = 0.0;  ///< rad

  /// m: above 0, link and lever cannot meet, are too short or too long by this, and stay where they are.
  double missing = 0.0;
};
FourBarMove close_bars(const FourBar&, FourBarPose& inout);
/// The branch of a pose that is closed, as FourBar::side.
double side_of(const FourBar&, const FourBarPose& closed);

/// Derivatives of the joints' angles by the driver's.
struct FourBarRates {
  double coupler = 0.0, follower = 0.0;
  double coupler_curve = 0.0, follower_curve = 0.0;  ///< second derivatives, 1/rad
  double leverage = 0.0;  ///< sin^2 of the angle between link and lever: 0 at a dead point
};
FourBarRates calc_bar_rates(const FourBar&, const FourBarPose& closed);

}  // namespace grouser
