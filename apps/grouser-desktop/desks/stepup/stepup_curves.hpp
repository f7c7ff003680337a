// SPDX-License-Identifier: BSD-3-Clause
// What a planned step up looks like: from the side, and over time.
#pragma once
#include "desks/stepup/stepup_search.hpp"
#include "widgets/xy_plot.hpp"

namespace grouser::desktop {

/// What can be drawn of a plan over time.
enum class StepupCurve { push, torque, legs, height };
inline constexpr const char* kStepupCurves[] = {"Push of each foot", "Stands for the knees' torque",
                                                "Length of each leg", "Height"};
/// From the side: the centre of mass and the ground, m.
Chart stepup_side_plot(const StepupAnswer& answer);
/// Of each foot while it stands, over time in s; of the legs with their limits.
Chart stepup_time_plot(const StepupAnswer& answer, StepupCurve curve);

}  // namespace grouser::desktop
