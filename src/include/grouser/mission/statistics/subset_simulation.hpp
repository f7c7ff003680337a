// SPDX-License-Identifier: BSD-3-Clause
// Subset simulation: a rare failure as a chain of events that are not rare.
//   P = product of P(g <= b_l | g <= b_(l-1)), each about `level_share`
// (Au & Beck, Prob. Eng. Mech. 16 (2001)).
// Within a level, chains start at the points that are in it. A step is conditional sampling in standard
// normal space
//   v = sqrt(1 - s^2) u + s xi, xi standard normal, taken where g(v) <= b
// by Papaioannou, Betz, Zwirglmaier & Straub, Prob. Eng. Mech. 41 (2015), section 3.3
// (the preconditioned Crank-Nicolson step: the normal density itself is kept, so the only test is the
// margin's), with s moved towards an acceptance of 0.44 (their adaptive form). All chains of a level step
// together: one batch.
//
// The spread within one run is known only by assuming the levels independent, which they are not: it comes
// from `repeats` runs that share nothing, and the interval is that of the mean of lognormal values by their
// logarithms (Olsson, J. Stat. Education 13 (2005), the modified Cox method). The margin must be
// continuous: where many points share one margin no level can be set, and the estimate is refused.
#pragma once
#include "grouser/mission/statistics/rare_event.hpp"

namespace grouser {

struct SubsetOptions {
  int dimensions = 1;
  int points = 500;          ///< of a level
  double level_share = 0.1;  ///< 1/level_share is the length of a chain
  int repeats = 8;           ///< at least 2
  int most_levels = 20;
  std::uint64_t seed = 0;
  double confidence = 0.95;
};

struct SubsetEstimate : RareEstimate {
  std::vector<double> repeats;  ///< the figure of each
};
/// Throws InputError for options without sense.
SubsetEstimate estimate_by_subsets(const MarginModel&, const SubsetOptions&);

}  // namespace grouser
