// SPDX-License-Identifier: BSD-3-Clause
// Writes drawings of charts as SVG. Private.
#pragma once
#include <string>

#include "grouser/chart/drawing.hpp"

namespace grouser::plot {

/// One <svg> element.
std::string svg_text(const ChartDrawing& drawing, int width, int height);

}  // namespace grouser::plot
