// What a set of placements says, and how sure that is. The samples are independent and uniform over the
// terrain, so intervals hold for this terrain and this lander whatever the terrain's relief, and hold exactly
// for any finite number of samples where they are called exact:
//   shares     Clopper & Pearson, Biometrika 26 (1934): exact, never too narrow;
//   quantiles  order statistics (David & Nagaraja, Order Statistics, 2003, section 7.1): exact, no assumption
//              about the distribution;
//   mean       normal approximation with the sample's deviation;
//   maximum    has no upper bound without assumptions (a bootstrap never exceeds the sample's own): instead
//   the
//              share of landings that stay below it with the confidence asked for, (1 - c)^(1/n) (Wilks, Ann.
//              Math. Stat. 12 (1941)).
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

/// Of a share of which `hits` of n > 0 were seen.
Interval clopper_pearson(int hits, int n, double confidence);

struct QuantileEstimate {
  double level = 0.0;  ///< 0.5: the median
  double value = kUnset;
  Interval range{kUnset, kUnset};  ///< NaN at an end where n is too small for the confidence
};

struct SampleSummary {
  std::string quantity, unit;
  int count = 0;
  double mean = kUnset, deviation = kUnset;
  Interval mean_range{kUnset, kUnset};
  std::vector<QuantileEstimate> quantiles;
  double least = kUnset, greatest = kUnset;
  double share_below_greatest = kUnset;  ///< at least, with the confidence
};
/// NaN are left out.
SampleSummary summarise_sample(const std::string& quantity, const std::string& unit,
                               std::vector<double> values, double confidence);

struct HistogramBin {
  double from = 0.0, to = 0.0;
  int count = 0;
  double share = 0.0;
  Interval range;  ///< of the share
};
/// Bins of a round width, about `wanted` of them, from a multiple of it on.
std::vector<HistogramBin> make_histogram(const std::vector<double>& values, int wanted, double confidence);

/// What a test covered; NaN: not limited. A placement that slides, tips over or was not settled is not
/// covered.
struct Envelope {
  double tilt = kUnset;        ///< rad
  double ramp = kUnset;        ///< abs(slope) of every ramp, rad; all must touch, or end within ramp_gap
  double best_ramp = kUnset;   ///< of at least one ramp that touches, rad
  double ramp_cross = kUnset;  ///< abs, of every ramp, rad
  double ramp_gap = kUnset;    ///< of every ramp's end, m
  double sinkage = kUnset;     ///< of every pad, m
};
/// "tilt_deg=15,ramp_deg=25"; keys tilt_deg, ramp_deg, best_ramp_deg, ramp_cross_deg, ramp_gap, sinkage.
/// Throws InputError.
Envelope parse_envelope(const std::string& option, const std::string& text);
bool covers(const Envelope& envelope, const Placement& placement);

/// A quantity of each placement that was counted.
struct PlacementQuantity {
  std::string name, unit;
  std::vector<double> values;  ///< of counted placements that stand (resting or sliding)
};

struct PlacementStudy {
  double confidence = 0.95;
  int samples = 0, voids = 0, counted = 0;
  int slides = 0, tipped_over = 0, unsettled = 0, on_belly = 0, rocking = 0;
  std::vector<PlacementQuantity> quantities;  ///< angles in degrees
  std::vector<SampleSummary> summaries;       ///< one a quantity
  int covered = 0;
  Interval covered_range;  ///< of its share of the counted ones
};
PlacementStudy study_placements(const LanderForm& form, const std::vector<Placement>& placements,
                                const Envelope& envelope, double confidence);

}  // namespace grouser
