// SPDX-License-Identifier: BSD-3-Clause
// The paper that charts of cases are drawn on, and their numbers' units.
#pragma once
#include <string>

#include "grouser/chart/lanes.hpp"
#include "grouser/recording/run_file/table_file.hpp"
#include "widgets/chart_painter.hpp"
#include "widgets/plot_axes.hpp"
#include "widgets/ui.hpp"
#include "widgets/units.hpp"

namespace grouser::desktop {

/// A number's unit as it is shown.
DisplayUnit unit_of(const Ui& ui, const TableColumn& column, double least, double greatest);
/// "deepest pad, mm"
std::string label_of(const TableColumn& column, const DisplayUnit& unit);

/// Lanes as a widget; its items are the lanes.
ChartDrawing lanes_widget(const Ui& ui, const char* id, const LaneChart& chart, ImVec2 size);

/// Paper, title above and name of x below; the axes between them.
struct Sheet {
  ImVec2 low, high;
  Axes axes;
  bool usable = false, hovered = false;
  bool held = false, released = false;  ///< the left button: pressed on it; let go just now
};
/// Makes the widget, its paper and its texts, and leaves the axes at 0 to 1.
Sheet begin_sheet(const Ui& ui, const char* id, const std::string& title, const std::string& x_label,
                  ImVec2 size);

}  // namespace grouser::desktop
