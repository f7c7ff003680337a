// SPDX-License-Identifier: BSD-3-Clause
// Methods that close gaps, which drift if rows hold for accelerations alone.
#pragma once

namespace grouser {

/// Gaps are closed by projection after each step (closure.hpp) or, with a rate above 0, by accelerations that
/// bring the gaps g back during the motion (J. Baumgarte, Computer Methods in Applied Mechanics and
/// Engineering 1, 1972), critically damped:
///   g'' = -2 rate g' - rate^2 g
/// Rows that a formula solves have no gap in either method: coordinate rows, and linkages that are one joint
/// of the recursion.
struct RowStabilisation {
  double rate = 0.0;  ///< 1/s; 0: projection
  bool projects() const { return !(rate > 0.0); }
};

}  // namespace grouser
