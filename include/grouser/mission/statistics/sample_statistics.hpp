// SPDX-License-Identifier: BSD-3-Clause
// Statistics of a sample of independent values, with their confidence. Intervals called exact hold exactly
// for any finite number of values:
//   shares     Clopper & Pearson, Biometrika 26 (1934): exact, never too narrow
//   quantiles  order statistics (David & Nagaraja, Order Statistics, 2003, section 7.1): exact, without an
//              assumption about the distribution
//   mean       Student's interval with the sample's deviation, exact for normal values
//   maximum    has no upper bound without assumptions (a bootstrap never exceeds the sample's own): instead
//              the share of cases that stay below it with the requested confidence, (1 - c)^(1/n)
//              (Wilks, Ann. Math. Stat. 12 (1941))
#pragma once
#include <string>
#include <vector>

#include "grouser/soil/laws/soil_number.hpp"

namespace grouser {

struct Interval {
  double low = 0.0, high = 0.0;
};

/// P(X <= k) of a binomial count X of n with probability p: I_(1-p)(n - k, k + 1).
double binomial_cdf(int k, int n, double p);

/// z with P(|Z| < z) = confidence of a standard normal Z.
double normal_width(double confidence);

/// Interval of a share of which `hits` of n > 0 were seen.
Interval clopper_pearson(int hits, int n, double confidence);

struct QuantileEstimate {
  double level = 0.0;  ///< 0.5: the median
  double value = kUnset;
  Interval range{kUnset, kUnset};  ///< NaN at an end for which n is too small for the confidence
};

struct SampleSummary {
  std::string quantity, unit;
  int count = 0;
  double mean = kUnset, deviation = kUnset;
  Interval mean_range{kUnset, kUnset};
  std::vector<QuantileEstimate> quantiles;
  double least = kUnset, greatest = kUnset;
  double share_below_greatest = kUnset;  ///< lower bound with the given confidence
};
/// NaN values are left out.
SampleSummary summarise_sample(const std::string& quantity, const std::string& unit,
                               std::vector<double> values, double confidence);

struct HistogramBin {
  double from = 0.0, to = 0.0;
  int count = 0;
  double share = 0.0;
  Interval range;  ///< of the share
};
/// Bins of a round width, about `wanted` of them, starting at a multiple of the width.
struct HistogramScale {
  double width = 1.0, first = 0.0;  ///< the first bin starts at first x width
  int count = 0;                    ///< 0: no finite value

  /// Number of the bin that a value from the sample is in; -1 if it is not finite.
  int bin_of(double value) const;
};
HistogramScale histogram_scale(const std::vector<double>& values, int wanted);
std::vector<HistogramBin> make_histogram(const std::vector<double>& values, int wanted, double confidence);

}  // namespace grouser
