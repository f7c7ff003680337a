// SPDX-License-Identifier: BSD-3-Clause
// A share of which some of n were seen, with its interval:
//   Clopper & Pearson, Biometrika 26 (1934): exact, covers at least what it says, wide
//   Wilson, J. Am. Stat. Assoc. 22 (1927): covers what it says on the average over p, and is never empty at 0 of n
// and the one-sided upper bound, which is what 0 of n leaves to say: 1 - (1 - confidence)^(1/n), about 3/n at 95 %
// (Hanley & Lippman-Hand, J. Am. Med. Assoc. 249 (1983)).
#pragma once
#include "grouser/mission/statistics/sample_statistics.hpp"

namespace grouser {

enum class ShareMethod { clopper_pearson, wilson };

/// Interval of a share of which `hits` of n > 0 were seen.
Interval wilson(int hits, int n, double confidence);
Interval share_interval(ShareMethod, int hits, int n, double confidence);

/// The share that is exceeded with probability 1 - confidence at most (one-sided Clopper-Pearson).
double share_upper_bound(int hits, int n, double confidence);

struct ShareEstimate {
  int hits = 0, count = 0;
  double share = kUnset;
  Interval range{kUnset, kUnset};
  double upper_bound = kUnset;  ///< one-sided, exact
};
/// All NaN for n = 0. Throws InputError unless 0 <= hits <= n and 0 < confidence < 1.
ShareEstimate estimate_share(int hits, int n, double confidence,
                             ShareMethod method = ShareMethod::clopper_pearson);

}  // namespace grouser
