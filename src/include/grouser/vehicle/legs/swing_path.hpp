// SPDX-License-Identifier: BSD-3-Clause
// The path of a foot through the air: at rest with no acceleration where it leaves, over an arch, and down at
// a set speed with no acceleration where it is to touch. With u the share of the time,
//   s(u) = 10 u^3 - 15 u^4 + 6 u^5            from one end to the other
//   b(u) = 64 u^3 (1 - u)^3                   the arch: 1 in the middle, flat at both ends
//   g(u) = -4 u^3 + 7 u^4 - 3 u^5             0 at both ends, slope 1 at the second, flat at the first
//   p(u) = from + s (to - from) + (lift b - touch_speed duration g) z
#pragma once
#include "grouser/math/types.hpp"

namespace grouser {

struct SwingPath {
  Vec3 from = Vec3::Zero(), to = Vec3::Zero();  ///< m
  double duration = 1.0;                        ///< s
  double lift = 0.0;                            ///< of the arch, m
  double touch_speed = 0.0;                     ///< m/s, downwards

  /// Position of the foot at a time, s; before and after the swing it rests at the ends.
  Vec3 at(double time) const {
    const double u = time <= 0.0 ? 0.0 : time >= duration ? 1.0 : time / duration;
    const double u3 = u * u * u, rest = 1.0 - u;
    const double s = u3 * (10.0 + u * (6.0 * u - 15.0)), b = 64.0 * u3 * rest * rest * rest,
                 g = u3 * (-4.0 + u * (7.0 - 3.0 * u));
    Vec3 p = from + s * (to - from);
    p.z() += lift * b - touch_speed * duration * g;
    return p;
  }
};

}  // namespace grouser
