// SPDX-License-Identifier: BSD-3-Clause
// Table and plot of a study's rows.
#pragma once
#include "session/request.hpp"
#include "session/study/study_work.hpp"
#include "widgets/ui.hpp"
#include "widgets/xy_plot.hpp"

namespace grouser::desktop {

void study_results(const Ui& ui, const StudyView& study, Requests& requests);
/// The chosen metric over the first key, one series a value of the second.
Chart study_plot(const ShownUnits& units, const StudyView& study);

}  // namespace grouser::desktop
