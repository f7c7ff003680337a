// SPDX-License-Identifier: BSD-3-Clause
#include "widgets/xy_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "widgets/marks.hpp"
#include "widgets/plot_axes.hpp"
#include "widgets/units.hpp"

namespace grouser::desktop {
namespace {

/// A little more than from the least to the greatest.
void widen(double& low, double& high) {
  const double size = std::max(std::fabs(low), std::fabs(high));
  const double air = high - low > 1e-9 * size ? 0.08 * (high - low) : std::max(0.1 * size, 1e-6);
  low -= air;
  high += air;
}

bool fit(const XyInput& input, Axes& axes) {
  bool any = false;
  for (const XySeries& series : input.series) {
    for (const XyPoint& p : series.points) {
      if (!std::isfinite(p.x) || !std::isfinite(p.y)) continue;
      axes.t0 = any ? std::min(axes.t0, p.x) : p.x;
      axes.t1 = any ? std::max(axes.t1, p.x) : p.x;
      axes.y0 = any ? std::min(axes.y0, p.y) : p.y;
      axes.y1 = any ? std::max(axes.y1, p.y) : p.y;
      any = true;
    }
  }
  widen(axes.t0, axes.t1);
  widen(axes.y0, axes.y1);
  return any;
}

/// Circles, or where patterns are wanted a shape for each series.
MarkShape shape_of(const Ui& ui, std::size_t series) {
  constexpr std::size_t kShapes = 5;
  return static_cast<MarkShape>(ui.kept.patterns ? series % kShapes
                                                 : static_cast<std::size_t>(MarkShape::circle));
}

void draw_series(const Ui& ui, const Axes& axes, const XyInput& input, std::size_t which) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const XySeries& series = input.series[which];
  constexpr float kApart = 48.0f;  // px between the marks of a curve
  std::vector<ImVec2> line;
  const auto end_line = [&] {
    if (line.size() > 1)
      list->AddPolyline(line.data(), static_cast<int>(line.size()), series.color, 0, ui.px(1.4f));
    line.clear();
  };
  float marked = -kApart;
  for (const XyPoint& p : series.points) {
    if (!std::isfinite(p.y)) {
      if (input.gaps) end_line();
      continue;
    }
    line.push_back({axes.x(p.x), axes.y(p.y)});
    const bool due = !input.lines_only || (ui.kept.patterns && line.back().x - marked >= ui.px(kApart));
    if (!due) continue;
    shape_mark(list, line.back(), ui.px(3.2f), series.color, shape_of(ui, which));
    marked = line.back().x;
  }
  end_line();
}

struct Nearest {
  const XySeries* series = nullptr;
  const XyPoint* point = nullptr;
};

Nearest nearest_point(const XyInput& input, const Axes& axes, ImVec2 mouse, float within) {
  Nearest nearest;
  float best = within * within;
  for (const XySeries& series : input.series) {
    for (const XyPoint& p : series.points) {
      const float dx = axes.x(p.x) - mouse.x, dy = axes.y(p.y) - mouse.y;
      if (!(dx * dx + dy * dy < best)) continue;  // nor a point without a number
      best = dx * dx + dy * dy;
      nearest = {&series, &p};
    }
  }
  return nearest;
}

/// Names of the series, one beside the other as far as there is room.
void draw_legend(const Ui& ui, const XyInput& input, ImVec2 at, float right) {
  if (input.series.size() < 2) return;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float line = ImGui::GetTextLineHeight();
  for (std::size_t k = 0; k < input.series.size(); ++k) {
    const XySeries& series = input.series[k];
    const float width = ImGui::CalcTextSize(series.label.c_str()).x + ui.px(30);
    if (at.x + width > right) return;
    shape_mark(list, {at.x + ui.px(6), at.y + 0.55f * line}, ui.px(3.2f), series.color, shape_of(ui, k));
    list->AddText({at.x + ui.px(15), at.y}, palette::kText, series.label.c_str());
    at.x += width;
  }
}

}  // namespace

std::optional<std::size_t> draw_xy_plot(const Ui& ui, const char* id, const XyInput& input, ImVec2 size) {
  ImGui::InvisibleButton(id, size);
  ui.mark(id);
  const bool hovered = ImGui::IsItemHovered(), clicked = ImGui::IsItemClicked();
  const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(low, high, palette::kBackground, ui.px(4));
  const float line = ImGui::GetTextLineHeight();
  constexpr float kLow = 9.0f;  // lines of text: where there are fewer, the name of x stands above
  const bool low_room = size.y < kLow * line;
  Axes axes{{low.x + ui.px(62), low.y + line + ui.px(14)},
            {high.x - ui.px(12), high.y - (low_room ? 1.0f : 2.0f) * line - ui.px(10)},
            0.0,
            1.0,
            0.0,
            1.0};
  if (axes.high.x - axes.low.x < 40.0f || axes.high.y - axes.low.y < 20.0f) return std::nullopt;
  const bool any = fit(input, axes);
  const DisplayUnit unit =
      display_unit(ui.units(), input.unit, std::max(std::fabs(axes.y0), std::fabs(axes.y1)));
  // A title that is too long is cut, its unit stays.
  const std::string behind = unit.label.empty() ? "" : "  " + unit.label;
  const float unit_width = ImGui::CalcTextSize(behind.c_str()).x;
  const std::string title = fit_text(input.title, high.x - low.x - ui.px(20) - unit_width) + behind;
  list->AddText({low.x + ui.px(10), low.y + ui.px(5)}, palette::kText, title.c_str());
  const DisplayUnit unit_x =
      display_unit(ui.units(), input.x_unit, std::max(std::fabs(axes.t0), std::fabs(axes.t1)));
  const std::string x_label = unit_x.label.empty() ? input.x_label : input.x_label + ", " + unit_x.label;
  const float label_width = ImGui::CalcTextSize(x_label.c_str()).x;
  const float after_title = low.x + ImGui::CalcTextSize(title.c_str()).x + ui.px(28), top = low.y + ui.px(5);
  if (!low_room)
    list->AddText({axes.high.x - label_width, high.y - line - ui.px(4)}, palette::kDim, x_label.c_str());
  else if (after_title + label_width < axes.high.x)
    list->AddText({axes.high.x - label_width, top}, palette::kDim, x_label.c_str());
  draw_legend(ui, input, {after_title, top}, high.x - ui.px(8) - (low_room ? label_width + ui.px(20) : 0.0f));
  if (!any) {
    const std::string nothing = fit_text(input.nothing, axes.high.x - axes.low.x);
    const ImVec2 text = ImGui::CalcTextSize(nothing.c_str());
    list->AddText({0.5f * (low.x + high.x - text.x), 0.5f * (low.y + high.y - text.y)}, palette::kDim,
                  nothing.c_str());
    return std::nullopt;
  }
  draw_axes(ui, axes, unit.factor, "", unit_x.factor);
  for (std::size_t k = 0; k < input.series.size(); ++k) draw_series(ui, axes, input, k);
  if (!hovered) return std::nullopt;
  const Nearest near = nearest_point(input, axes, ImGui::GetIO().MousePos, ui.px(14));
  if (!near.point) return std::nullopt;
  const ImVec2 at{axes.x(near.point->x), axes.y(near.point->y)};
  list->AddCircle(at, ui.px(6.5f), palette::kText, 24, ui.px(1.5f));
  hint(fmt::format("{} {:g}{}   {}{}", x_label, unit_x.factor * near.point->x,
                   near.series->label.empty() ? "" : "   " + near.series->label,
                   value_text(ui.units(), near.point->y, input.unit),
                   input.lines_only || !input.runs_open ? "" : "\nClick opens this run live")
           .c_str());
  return clicked ? std::optional(near.point->row) : std::nullopt;
}

}  // namespace grouser::desktop
