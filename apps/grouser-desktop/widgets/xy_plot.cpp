// SPDX-License-Identifier: BSD-3-Clause
// A chart with a search for the point nearest to the pointer. Its values are shown as a tooltip, and a
// click returns its row.
#include "widgets/xy_plot.hpp"

#include <fmt/format.h>

#include "widgets/chart_painter.hpp"
#include "widgets/units.hpp"

namespace grouser::desktop {
namespace {

/// A point of a series, and its place in px.
struct Nearest {
  std::size_t series = 0, point = 0;
  ImVec2 at;
};

/// The point nearest to the mouse, at most `within` px away; points with NaN are never near.
std::optional<Nearest> nearest_point(const Chart& chart, const ChartFrame& frame, ImVec2 mouse,
                                     float within) {
  std::optional<Nearest> nearest;
  float best = within * within;
  for (std::size_t s = 0; s < chart.series.size(); ++s)
    for (std::size_t k = 0; k < chart.series[s].x.size(); ++k) {
      const ImVec2 at{static_cast<float>(frame.px(chart.series[s].x[k])),
                      static_cast<float>(frame.py(chart.series[s].y[k]))};
      const float dx = at.x - mouse.x, dy = at.y - mouse.y;
      if (!(dx * dx + dy * dy < best)) continue;  // nor a point without a number
      best = dx * dx + dy * dy;
      nearest = {s, k, at};
    }
  return nearest;
}

}  // namespace

std::optional<std::size_t> draw_xy_plot(const Ui& ui, const char* id, const Chart& chart, ImVec2 size,
                                        const char* on_click) {
  const ChartDrawing drawing = chart_widget(
      ui, id,
      [&](const ChartBox& box, const ChartPaper& paper) { return draw_compact_chart(chart, box, paper); },
      size);
  const ChartAxes axes = axes_of(chart, ui.units());
  if (!axes.any || !ImGui::IsItemHovered() || !(drawing.frame.data.width > 0.0)) return std::nullopt;
  const auto near = nearest_point(chart, drawing.frame, ImGui::GetIO().MousePos, ui.px(14));
  if (!near) return std::nullopt;
  ImGui::GetWindowDrawList()->AddCircle(near->at, ui.px(6.5f), palette::kText, 24, ui.px(1.5f));
  const ChartSeries& series = chart.series[near->series];
  hint(fmt::format("{} {:g}{}{}   {}{}", chart.x_label, axes.x_unit.factor * series.x[near->point],
                   behind_number(axes.x_unit), series.label.empty() ? "" : "   " + series.label,
                   value_text(ui.units(), series.y[near->point], chart.y_unit),
                   on_click ? std::string("\n") + on_click : "")
           .c_str());
  if (!on_click || !ImGui::IsItemClicked() || near->point >= series.rows.size()) return std::nullopt;
  return series.rows[near->point];
}

}  // namespace grouser::desktop
