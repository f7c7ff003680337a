// SPDX-License-Identifier: BSD-3-Clause
// The results of a set of placements, and their confidence. The samples are independent and uniform over the
// terrain, so the intervals (sample_statistics.hpp) hold for this terrain and this lander whatever the
// relief.
#pragma once
#include <string>
#include <vector>

#include "grouser/mission/placement/placement.hpp"
#include "grouser/mission/statistics/sample_statistics.hpp"

namespace grouser {

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
  std::string name;            ///< as the column of the table
  std::string unit;            ///< of the values
  std::vector<double> values;  ///< of counted placements that stand (resting or sliding)
};

/// Counts and quantities of many placements.
struct PlacementStudy {
  double confidence = 0.95;                   ///< of `covered_range`
  int samples = 0;                            ///< placements in all
  int voids = 0;                              ///< places without ground
  int counted = 0;                            ///< placements on ground
  int slides = 0;                             ///< friction does not hold the lander
  int tipped_over = 0;                        ///< no rest was found that stands
  int unsettled = 0;                          ///< the search for a rest did not end
  int on_belly = 0;                           ///< the lander rests on its belly
  int rocking = 0;                            ///< the lander has a second rest
  std::vector<PlacementQuantity> quantities;  ///< angles in degrees
  std::vector<SampleSummary> summaries;       ///< one per quantity
  int covered = 0;                            ///< placements within the envelope
  Interval covered_range;                     ///< of the covered share of the counted placements
};
PlacementStudy study_placements(const LanderForm& form, const std::vector<Placement>& placements,
                                const Envelope& envelope, double confidence);

}  // namespace grouser
