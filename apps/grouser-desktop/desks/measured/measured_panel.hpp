// SPDX-License-Identifier: BSD-3-Clause
// The panel of the desk of measurements.
#pragma once
#include "desks/measured/measured_work.hpp"
#include "session/request.hpp"
#include "session/session.hpp"
#include "widgets/plot_view.hpp"
#include "widgets/ui.hpp"

namespace grouser::desktop {

/// Columns with their channels and how far the run is from them; the chosen one over the run's line,
/// residuals below. `view`: the part of time that all plots show.
void measured_panel(const Ui& ui, const RunView& run, const MeasuredView& measured, PlotView& view,
                    Requests& requests);
}  // namespace grouser::desktop
