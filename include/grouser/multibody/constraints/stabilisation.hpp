// SPDX-License-Identifier: BSD-3-Clause
// How gaps are closed that accelerations alone leave open, as they drift.
#pragma once

namespace grouser {

/// By projection after each step (closure.hpp); or, with a rate above 0, by accelerations that bring the gaps g back on the way (J. Baumgarte,
/// Computer Methods in Applied Mechanics and Engineering 1, 1972), critically damped:
///   g'' = -2 rate g' - rate^2 g
/// What a formula gives has no gap either way: coordinate rows, and linkages that are one joint of the recursion.
struct RowStabilisation {
  double rate = 0.0;  ///< 1/s; 0: projection
  bool projects() const { return !(rate > 0.0); }
};

}  // namespace grouser
