// SPDX-License-Identifier: BSD-3-Clause
// Converts slip to another radius than the rim's. Measured slips mostly refer to the grouser tips, on which a
// wheel rolls over firm ground; the laws of this module refer to the rim.
#pragma once
#include <algorithm>
#include <cmath>

namespace grouser {

/// Slip (r w - v)/max(|r w|, |v|) at `ratio` times the rim's radius, given the slip at the rim. Only the sign
/// of rim_speed, r w of the rim, counts (it gives the direction that is driven). A wheel that is locked or
/// does not turn keeps its slip.
inline double slip_on_radius(double slip, double rim_speed, double ratio) {
  if (rim_speed == 0.0 || ratio == 1.0) return slip;
  const double way = rim_speed < 0.0 ? -1.0 : 1.0, driven = way * slip;
  if (driven <= -1.0) return slip;
  const double travelled = driven >= 0.0 ? 1.0 - driven : 1.0 / (1.0 + driven);  // v/(r w) of the rim
  return way * (ratio - travelled) / std::max(ratio, std::fabs(travelled));
}

}  // namespace grouser
