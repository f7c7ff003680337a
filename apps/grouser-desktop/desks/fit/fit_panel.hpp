// SPDX-License-Identifier: BSD-3-Clause
// The tab Fit: data and keys on the left, what was found in the middle, charts on the right.
#pragma once
#include "desks/fit/fit_form.hpp"
#include "session/request.hpp"
#include "widgets/ui.hpp"

namespace grouser::desktop {

void fit_panel(const Ui& ui, FitForm& form, const FitView& view, Requests& requests);

}  // namespace grouser::desktop
