// SPDX-License-Identifier: BSD-3-Clause
// A plan of a step-up played by the point mass alone, with and without a controller.
#pragma once
#include "grouser/mission/stepup/stepup_plan.hpp"

namespace grouser {

/// A plan played with the point mass alone, its exact motion in steps of 1 ms.
struct StepupPlayback {
  double farthest = 0.0;     ///< from the plan at any moment, m
  double end_error = 0.0;    ///< from the plan at its end, m
  double most_change = 0.0;  ///< of a foot's pull by the controller, as a share of its planned one
};
/// `stabilised`: the controller asks for the planned acceleration less w^2 e + 2 w e' (w = 4/s) of the error
/// e, and gets as much of it as feet give that pull and keep their centres of pressure within the whole of
/// their soles, of which the plan uses a part. Else the planned controls are held, and errors grow by e^(3.1
/// t). `start_error`: m, added to the planned start.
StepupPlayback play_stepup(const StepupSpec& spec, const StepupPlan& plan, bool stabilised,
                           const std::array<double, 3>& start_error = {});

}  // namespace grouser
