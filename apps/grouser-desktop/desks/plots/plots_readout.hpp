// SPDX-License-Identifier: BSD-3-Clause
// Table beside the plots: each line at both cursors, and over the span between them.
// Values at the first cursor A (the time that is shown) and at the second one B are interpolated; mean,
// least and greatest are of the span between both.
#pragma once
#include <vector>

#include "widgets/plot.hpp"

namespace grouser::desktop {

/// The first cursor is the time of the view. Takes the second one away where that is asked for.
void plots_readout(const Ui& ui, const std::vector<PlotInput>& plots, PlotView& view, ImVec2 size);

}  // namespace grouser::desktop
