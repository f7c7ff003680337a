// SPDX-License-Identifier: BSD-3-Clause
// Paints drawings of charts with Cairo. Private.
#pragma once
#include "grouser/chart/drawing.hpp"
#include "plot_style.hpp"

namespace grouser::plot {

/// White paper whose texts are as wide as this context draws them; it must outlive the paper.
ChartPaper cairo_paper(cairo_t* cr);
void paint_drawing(cairo_t* cr, const ChartDrawing& drawing);

}  // namespace grouser::plot
