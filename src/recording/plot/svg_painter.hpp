// SPDX-License-Identifier: BSD-3-Clause
// Writes drawings of charts as SVG. Private.
#pragma once
#include <string>

#include "grouser/chart/drawing.hpp"

namespace grouser::plot {

/// One <svg> element; unit_mm: length of a unit on paper, 0: a pixel of the page.
std::string svg_text(const ChartDrawing& drawing, int width, int height, double unit_mm);

}  // namespace grouser::plot
