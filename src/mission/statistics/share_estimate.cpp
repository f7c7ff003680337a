// SPDX-License-Identifier: BSD-3-Clause
// Shares with intervals by Wilson or by Clopper and Pearson, and the exact one-sided upper bound.
#include "grouser/mission/statistics/share_estimate.hpp"

#include <algorithm>
#include <cmath>

#include "grouser/base/error.hpp"

namespace grouser {

// Wilson 1927: the p for which |hits/n - p| = z sqrt(p (1 - p)/n), a quadratic equation.
Interval wilson(int hits, int n, double confidence) {
  const double z = normal_width(confidence), share = static_cast<double>(hits) / n;
  const double spread = z * z / n;
  const double middle = (share + 0.5 * spread) / (1.0 + spread);
  const double half = z / (1.0 + spread) * std::sqrt(share * (1.0 - share) / n + 0.25 * spread / n);
  // The ends at 0 of n and n of n are exactly 0 and 1; rounding leaves 1e-17.
  return {hits == 0 ? 0.0 : middle - half, hits == n ? 1.0 : middle + half};
}

Interval share_interval(ShareMethod method, int hits, int n, double confidence) {
  return method == ShareMethod::wilson ? wilson(hits, n, confidence) : clopper_pearson(hits, n, confidence);
}

// The upper end of a two-sided interval leaves half of what its confidence leaves out.
double share_upper_bound(int hits, int n, double confidence) {
  return clopper_pearson(hits, n, 2.0 * confidence - 1.0).high;
}

ShareEstimate estimate_share(int hits, int n, double confidence, ShareMethod method) {
  if (hits < 0 || n < hits) throw InputError("share: hits must lie between 0 and the number of runs");
  if (!(confidence > 0.0 && confidence < 1.0)) throw InputError("share: confidence must lie between 0 and 1");
  ShareEstimate estimate{.hits = hits, .count = n};
  if (n == 0) return estimate;
  estimate.share = static_cast<double>(hits) / n;
  estimate.range = share_interval(method, hits, n, confidence);
  estimate.upper_bound = share_upper_bound(hits, n, confidence);
  return estimate;
}

}  // namespace grouser
