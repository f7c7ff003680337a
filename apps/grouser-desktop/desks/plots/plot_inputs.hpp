// SPDX-License-Identifier: BSD-3-Clause
// The plots of a run: lines with their samples, for the panel and for files.
#pragma once
#include <vector>

#include "desks/plots/plot_cards.hpp"
#include "session/session.hpp"

namespace grouser::desktop {

/// Times of what is open and, where there is one, of the run beside it, s.
Range times_of(const RunView& run);
/// One for each card. Precondition: the run has a scene and frames.
std::vector<PlotInput> make_plots(const RunView& run, const PlotCards& cards);

}  // namespace grouser::desktop
