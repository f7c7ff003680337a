// SPDX-License-Identifier: BSD-3-Clause
// Plans of step-ups, found beside the window. The plan comes first; where it is not feasible, what single
// changes would help follows some seconds later.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "grouser/mission/stepup/stepup_plan.hpp"
#include "session/jobs/latest_job.hpp"

namespace grouser::desktop {

struct StepupAnswer {
  StepupSpec spec;  ///< what was asked
  StepupPlan plan;
  std::vector<StepupRemedy> remedies;  ///< of a plan that is not feasible, once they are found
  std::string refusal;                 ///< why nothing was planned; empty: it was
  double seconds = 0.0;                ///< that the plan took
};

/// Ends within a second. Its progress is that of the search for single changes.
using StepupSearch = LatestJob<StepupSpec, StepupAnswer>;
/// `now`: seconds of a steady clock, called by the thread too.
StepupSearch::Work stepup_work(std::function<double()> now);

}  // namespace grouser::desktop
