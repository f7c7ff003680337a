// SPDX-License-Identifier: BSD-3-Clause
// Paints drawings of charts (grouser/chart) with ImGui.
#pragma once
#include <imgui.h>

#include "grouser/chart/drawing.hpp"
#include "widgets/ui.hpp"

namespace grouser::desktop {

/// The window as charts see it: its font, its units and how large its pixels are.
ChartPaper window_paper(const Ui& ui);
ImU32 color_of(const ChartColour& colour);
/// Clips strokes of the data to the axes.
void paint_drawing(const Ui& ui, const ChartDrawing& drawing);

/// A chart of any kind as a widget with a name. Returns its drawing, whose items lie where they are on the
/// screen.
ChartDrawing chart_widget(const Ui& ui, const char* id, const DrawChart& chart, ImVec2 size);
/// The number of the item under the pointer, where the last widget is pointed at; -1: none.
int pointed_item(const ChartDrawing& drawing);

}  // namespace grouser::desktop
