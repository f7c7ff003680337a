// SPDX-License-Identifier: BSD-3-Clause
// A sheet is one invisible button, which gives the mouse's state, with the paper painted over it.
#include "desks/campaigns/chart_sheet.hpp"

#include <algorithm>
#include <cmath>

#include "desks/campaigns/charts.hpp"

namespace grouser::desktop {

DisplayUnit unit_of(const Ui& ui, const TableColumn& column, double least, double greatest) {
  return display_unit(ui.units(), quantity_unit(column.name, column.unit),
                      std::max(std::fabs(least), std::fabs(greatest)));
}

std::string label_of(const TableColumn& column, const DisplayUnit& unit) {
  const std::string name = quantity_label(column.name);
  return unit.label.empty() || unit.label == "-" ? name : name + ", " + unit.label;
}

ChartDrawing lanes_widget(const Ui& ui, const char* id, const LaneChart& chart, ImVec2 size) {
  return chart_widget(
      ui, id, [&](const ChartBox& box, const ChartPaper& paper) { return draw_lanes(chart, box, paper); },
      size);
}

Sheet begin_sheet(const Ui& ui, const char* id, const std::string& title, const std::string& x_label,
                  ImVec2 size) {
  Sheet sheet;
  // ImGui refuses a button without size.
  ImGui::InvisibleButton(id, {std::max(1.0f, size.x), std::max(1.0f, size.y)});
  ui.mark(id);
  sheet.hovered = ImGui::IsItemHovered();
  sheet.held = ImGui::IsItemActive();
  sheet.released = ImGui::IsItemDeactivated();
  sheet.low = ImGui::GetItemRectMin();
  sheet.high = ImGui::GetItemRectMax();
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(sheet.low, sheet.high, palette::kBackground, ui.px(4));
  const float line = ImGui::GetTextLineHeight();
  // Margins for the numbers on the left, the title above, and numbers and name below.
  sheet.axes = {{sheet.low.x + ui.px(56), sheet.low.y + line + ui.px(14)},
                {sheet.high.x - ui.px(14), sheet.high.y - 2.0f * line - ui.px(12)},
                0.0,
                1.0,
                0.0,
                1.0};
  // In less than 40 by 20 px no chart is drawn.
  sheet.usable = sheet.axes.high.x - sheet.axes.low.x > 40.0f && sheet.axes.high.y - sheet.axes.low.y > 20.0f;
  list->AddText({sheet.low.x + ui.px(10), sheet.low.y + ui.px(5)}, palette::kText,
                fit_text(title, sheet.high.x - sheet.low.x - ui.px(20)).c_str());
  list->AddText({sheet.axes.high.x - ImGui::CalcTextSize(x_label.c_str()).x, sheet.high.y - line - ui.px(4)},
                palette::kDim, x_label.c_str());
  return sheet;
}

}  // namespace grouser::desktop
