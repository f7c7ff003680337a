// SPDX-License-Identifier: BSD-3-Clause
// The picture of a planned step up.
#pragma once
#include <filesystem>

#include "grouser/mission/stepup/stepup_plan.hpp"
#include "grouser/recording/plot/plot.hpp"

namespace grouser::cli {

/// Draws the plan from the side and from above, and heights, multipliers, torques and leg lengths over time.
/// Throws RunError.
void write_stepup_plot(const std::filesystem::path& path, const StepupSpec& spec, const StepupPlan& plan,
                       const PlotSize& size);

/// Durations, largest multiplier and torques, lowest and fastest centre of mass over what was swept. Throws
/// RunError.
void write_stepup_sweep_plot(const std::filesystem::path& path, const std::string& key,
                             const std::vector<double>& values, const std::vector<StepupPlan>& plans,
                             const PlotSize& size);

}  // namespace grouser::cli
