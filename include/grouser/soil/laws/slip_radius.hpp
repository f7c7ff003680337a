// Slip told on another radius than the rim's. Measured slips mostly refer to the grousers' tips, on which a
// wheel rolls over firm ground; the laws of this module refer to the rim.
#pragma once
#include <algorithm>
#include <cmath>

namespace grouser {

/// Slip (r w - v)/max(|r w|, |v|) on `ratio` times the rim's radius, given that on the rim. rim_speed: r w of
/// the rim, of which only the sign counts (which way is driven). A wheel that is locked or does not turn
/// keeps its slip.
inline double slip_on_radius(double slip, double rim_speed, double ratio) {
  if (rim_speed == 0.0 || ratio == 1.0) return slip;
  const double way = rim_speed < 0.0 ? -1.0 : 1.0, driven = way * slip;
  if (driven <= -1.0) return slip;
  const double travelled = driven >= 0.0 ? 1.0 - driven : 1.0 / (1.0 + driven);  // v/(r w) of the rim
  return way * (ratio - travelled) / std::max(ratio, std::fabs(travelled));
}

}  // namespace grouser
