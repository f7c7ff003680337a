// SPDX-License-Identifier: BSD-3-Clause
// The slip on a slope of a soil that is not known well (mission/rigs/uncertain_soil.hpp): the tilt bed at
// numbers drawn as the soil's file says, correlated, and the band that the slips fill.
#pragma once
#include <cstdint>
#include <vector>

#include "grouser/mission/campaign/parallel_jobs.hpp"
#include "grouser/mission/gradeability/gradeability.hpp"

namespace grouser {

/// One tilt. A rover that stalls counts as slip 1, the least slip that it can have.
struct GradeBand {
  double tilt = 0.0;                                    ///< rad
  double low = kUnset, median = kUnset, high = kUnset;  ///< slips: 5, 50 and 95 % of the draws lie below
  double climbs = kUnset;                               ///< share of the draws on which it settles
  int counted = 0;                                      ///< draws that settled or stalled
};

/// Settings of the soil's numbers, one list per draw; each depends on seed and its place alone. Throws
/// InputError where the soil's file has no [uncertain].
std::vector<std::vector<Override>> draw_uncertain_soil(const std::string& soil, int draws,
                                                       std::uint64_t seed);

/// In the order of the tilts, rad. Empty where it was cancelled. Throws InputError as run_grade_point().
std::vector<GradeBand> run_grade_band(const GradeabilitySpec& spec, const std::vector<double>& tilts,
                                      int draws, std::uint64_t seed, const JobOptions& options);

}  // namespace grouser
