// SPDX-License-Identifier: BSD-3-Clause
// Two designs that were tried on the same draws, pair by pair: how much they differ, A minus B.
//   means   Student's interval of the differences (exact where they are normal, else by the central limit)
//   shares  Newcombe, Statistics in Medicine 17 (1998) 2635-2650, method 10: Wilson's intervals of both
//           shares, joined with the correlation of the pairs; and McNemar's test in its exact form
//           (Psychometrika 12 (1947); the pairs that differ are a fair coin if the designs do not differ)
#pragma once
#include <span>

#include "grouser/mission/statistics/sample_statistics.hpp"

namespace grouser {

struct MeanDifference {
  int count = 0;     ///< pairs with both numbers
  int left_out = 0;  ///< pairs in which one is not finite
  double mean = kUnset, deviation = kUnset;
  Interval range{kUnset, kUnset};  ///< from two pairs on
};
/// Throws InputError where the lists differ in length.
MeanDifference paired_mean_difference(std::span<const double> a, std::span<const double> b,
                                      double confidence);

/// Counts of pairs by which of the two were hit.
struct PairCounts {
  int both = 0, only_a = 0, only_b = 0, neither = 0;
  int total() const { return both + only_a + only_b + neither; }
};
/// 0: not hit, 1: hit, anything else: no verdict, the pair is left out. Throws InputError as above.
PairCounts count_pairs(std::span<const int> a, std::span<const int> b);

struct ShareDifference {
  PairCounts pairs;
  double share_a = kUnset, share_b = kUnset, difference = kUnset;
  Interval range{kUnset, kUnset};
  double p_value =
      kUnset;  ///< McNemar, exact, two-sided: so likely are pairs at least as uneven without a difference
};
ShareDifference paired_share_difference(const PairCounts&, double confidence);

}  // namespace grouser
