// SPDX-License-Identifier: BSD-3-Clause
// A share of which some of n were seen, with its interval:
//   Clopper & Pearson, Biometrika 26 (1934): exact, covers at least what it says, wide
//   Wilson, J. Am. Stat. Assoc. 22 (1927): covers what it says on the average over p,
//       never empty at 0 of n
// and the one-sided upper bound, which is what 0 of n leaves to say: 1 - (1 - confidence)^(1/n), about 3/n at
// 95 % (Hanley & Lippman-Hand, J. Am. Med. Assoc. 249 (1983)).
#pragma once
#include "grouser/mission/statistics/sample_statistics.hpp"

namespace grouser {

/// The methods for the interval of a share.
enum class ShareMethod {
  clopper_pearson,  ///< Clopper-Pearson: covers at least its confidence, wide
  wilson            ///< Wilson: covers its confidence on the average
};

/// Wilson's interval of a share of which `hits` of n > 0 were seen; confidence in (0, 1).
Interval wilson(int hits, int n, double confidence);
/// The interval by a method, for n > 0 and a confidence in (0, 1).
Interval share_interval(ShareMethod, int hits, int n, double confidence);

/// The share that is exceeded with probability 1 - confidence at most (one-sided Clopper-Pearson).
double share_upper_bound(int hits, int n, double confidence);

/// A share and what is known of it.
struct ShareEstimate {
  int hits = 0;                    ///< number seen
  int count = 0;                   ///< of how many
  double share = kUnset;           ///< hits over count, -; NaN for count = 0
  Interval range{kUnset, kUnset};  ///< in which the share lies with the confidence, -
  double upper_bound = kUnset;     ///< one-sided, exact
};

/// The share with its interval and upper bound; all NaN for n = 0. Throws InputError unless 0 <= hits <= n
/// and 0 < confidence < 1.
ShareEstimate estimate_share(int hits, int n, double confidence,
                             ShareMethod method = ShareMethod::clopper_pearson);

}  // namespace grouser
