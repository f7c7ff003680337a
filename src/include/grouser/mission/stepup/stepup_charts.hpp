// SPDX-License-Identifier: BSD-3-Clause
// Charts of a planned step up, as `grouser stepup --png` and the window draw them.
#pragma once
#include "grouser/chart/chart.hpp"
#include "grouser/mission/stepup/stepup_plan.hpp"

namespace grouser {

/// Curves of a plan over time.
enum class StepupCurve { push, torque, legs, height };
inline constexpr const char* kStepupCurves[] = {"Push of each foot", "Stands for the knees' torque",
                                                "Length of each leg", "Height"};

/// From the side: the centre of mass and the ground.
Chart stepup_side_chart(const StepupSpec& spec, const StepupPlan& plan);
/// From above: the centre of mass, and where the feet push from.
Chart stepup_top_chart(const StepupPlan& plan);
/// A curve over time, of each foot with gaps while it is lifted; that of the legs' lengths also shows their
/// limits.
Chart stepup_time_chart(const StepupSpec& spec, const StepupPlan& plan, StepupCurve curve);

}  // namespace grouser
