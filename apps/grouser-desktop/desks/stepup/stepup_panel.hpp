// SPDX-License-Identifier: BSD-3-Clause
// The panel of the step-up desk.
#pragma once
#include "desks/stepup/stepup_work.hpp"
#include "session/document/document_work.hpp"
#include "session/request.hpp"
#include "widgets/ui.hpp"

namespace grouser::desktop {

/// Numbers of the step, the plan or the limits that prevent one, and the plan's curves. `curve`: the
/// StepupCurve that is drawn over time.
void stepup_panel(const Ui& ui, const StepupView& stepup, const DocumentView& document, int& curve,
                  Requests& requests);
}  // namespace grouser::desktop
