// The results of a set of placements, and their confidence. The samples are independent and uniform over the
// terrain, so the intervals hold for this terrain and this lander whatever the relief. Those called exact
// hold exactly for any finite number of samples:
//   shares     Clopper & Pearson, Biometrika 26 (1934): exact, never too narrow
//   quantiles  order statistics (David & Nagaraja, Order Statistics, 2003, section 7.1): exact, without an
//              assumption about the distribution
//   mean       normal approximation with the sample's deviation
//   maximum    has no upper bound without assumptions (a bootstrap never exceeds the sample's own): instead
//              the share of landings that stay below it with the requested confidence, (1 - c)^(1/n)
//              (Wilks, Ann. Math. Stat. 12 (1941))
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "grouser/mission/placement/placement.hpp"

namespace grouser {

struct Interval {
  double low = 0.0, high = 0.0;
};

/// P(X <= k) of a binomial count X of n with probability p: I_(1-p)(n - k, k + 1).
double binomial_cdf(int k, int n, double p);

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
std::vector<HistogramBin> make_histogram(const std::vector<double>& values, int wanted, double confidence);

/// The range that a test covered; NaN: not limited. A placement that slides, tips over or has not settled is
/// not covered.
struct Envelope {
  double tilt = kUnset;        ///< rad
  double ramp = kUnset;        ///< abs(slope) of every ramp, rad; all must touch, or end within ramp_gap
  double best_ramp = kUnset;   ///< abs(slope) of at least one ramp that touches, rad
  double ramp_cross = kUnset;  ///< abs(cross slope) of every ramp, rad
  double ramp_gap = kUnset;    ///< gap at the end of every ramp, m
  double sinkage = kUnset;     ///< sinkage of every pad, m
};
/// Parses "tilt_deg=15,ramp_deg=25"; keys tilt_deg, ramp_deg, best_ramp_deg, ramp_cross_deg, ramp_gap,
/// sinkage. Throws InputError.
Envelope parse_envelope(const std::string& option, const std::string& text);
bool covers(const Envelope& envelope, const Placement& placement);

/// One quantity of each counted placement.
struct PlacementQuantity {
  std::string name, unit;
  std::vector<double> values;  ///< of counted placements that stand (resting or sliding)
};

struct PlacementStudy {
  double confidence = 0.95;
  int samples = 0, voids = 0, counted = 0;
  int slides = 0, tipped_over = 0, unsettled = 0, on_belly = 0, rocking = 0;
  std::vector<PlacementQuantity> quantities;  ///< angles in degrees
  std::vector<SampleSummary> summaries;       ///< one per quantity
  int covered = 0;
  Interval covered_range;  ///< of the covered share of the counted placements
};
PlacementStudy study_placements(const LanderForm& form, const std::vector<Placement>& placements,
                                const Envelope& envelope, double confidence);

}  // namespace grouser
