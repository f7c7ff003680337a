// SPDX-License-Identifier: BSD-3-Clause
// A plot is laid out from the outside in: range of times and values, rows of the legend, room for the
// numbers, then the axes with what is left. Lines, peaks, cursors and pointer are drawn in this order, then
// the mouse is taken.
#include "widgets/plot.hpp"

#include <algorithm>
#include <cmath>

#include "widgets/plot_axes.hpp"
#include "widgets/plot_lines.hpp"
#include "widgets/plot_mouse.hpp"
#include "widgets/plot_peaks.hpp"
#include "widgets/plot_zoom.hpp"
#include "widgets/units.hpp"

namespace grouser::desktop {

namespace {

/// The value of the frame that is shown at a time: the last one at or before it.
double value_of(const Samples& samples, double time) {
  constexpr double kRounding = 1e-9;  // s; the time of a frame went through a text or a pixel
  const auto after = std::upper_bound(samples.times.begin(), samples.times.end(), time + kRounding);
  const auto index = static_cast<std::size_t>(std::max<long>(0, after - samples.times.begin() - 1));
  return index < samples.values.size() ? samples.values[index] : std::nan("");
}

/// One legend entry: a stroke of the line's colour, its name and value.
struct LegendEntry {
  std::string text;
  ImVec2 at;
};

/// Length of the line of a legend entry, pixels; a dashed style needs more of it to be seen.
float stroke_length(const Ui& ui) { return ui.px(ui.kept.patterns ? 38 : 12); }
float before_name(const Ui& ui) { return stroke_length(ui) + ui.px(5); }

/// The text beside the title.
std::string unit_text(const PlotInput& input, const DisplayUnit& unit) {
  return input.note.empty() ? unit.label : unit.label + ", " + input.note;
}

/// Entries beside the title, further rows below where one is full. Returns the height used.
float place_legend(const Ui& ui, const PlotInput& input, const DisplayUnit& unit, double read_at, ImVec2 low,
                   float right, std::vector<LegendEntry>& entries) {
  const float row = ImGui::GetTextLineHeight() + ui.px(2);
  if (input.legend == PlotLegend::hidden) return row;
  const float stroke = before_name(ui), apart = ui.px(19);
  const float indent = low.x + ui.px(10), top = low.y + ui.px(5);
  const float label = ImGui::CalcTextSize(unit_text(input, unit).c_str()).x;
  float left = indent + ImGui::CalcTextSize(input.title.c_str()).x + ui.px(8) + label + ui.px(20);
  ImVec2 at{left, top};
  for (const PlotLine& line : input.lines) {
    std::string value = shown_text(value_of(line.samples, read_at), unit);
    if (line.other.count() > 0) value += " | " + shown_text(value_of(line.other, read_at), unit);
    const auto wide = [](const std::string& text) { return ImGui::CalcTextSize(text.c_str()).x; };
    const float number = wide("  " + value);
    std::string name = line.label;
    // A name that does not fit beside the title goes below it; one that fits nowhere is cut.
    const auto fits = [&] { return at.x + stroke + wide(name) + number <= right; };
    if (!fits() && at.x > left) at = {left, at.y + row};
    if (!fits() && left > indent) at = {left = indent, std::max(at.y, top + row)};
    name = fit_text(name, std::max(ui.px(20), right - at.x - stroke - number));
    entries.push_back({name + "  " + value, at});
    at.x += stroke + wide(name) + number + apart;
  }
  return at.y + row - top;
}

/// The line whose entry is under the mouse, or -1.
int pointed_entry(const Ui& ui, const std::vector<LegendEntry>& legend) {
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  for (std::size_t k = 0; k < legend.size(); ++k) {
    const float width = before_name(ui) + ImGui::CalcTextSize(legend[k].text.c_str()).x;
    const ImVec2 low = legend[k].at, high{low.x + width, low.y + ImGui::GetTextLineHeight()};
    if (mouse.x >= low.x && mouse.x < high.x && mouse.y >= low.y && mouse.y < high.y)
      return static_cast<int>(k);
  }
  return -1;
}

/// Title, unit and legend; while an entry is pointed at, the others are dim.
void draw_head(const Ui& ui, const PlotInput& input, const DisplayUnit& unit, ImVec2 low,
               const std::vector<LegendEntry>& legend, const std::vector<LineStyle>& styles, int pointed) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImVec2 at{low.x + ui.px(10), low.y + ui.px(5)};
  const float line = ImGui::GetTextLineHeight(), title = ImGui::CalcTextSize(input.title.c_str()).x;
  list->AddText(at, palette::kText, input.title.c_str());
  list->AddText({at.x + title + ui.px(8), at.y}, palette::kDim, unit_text(input, unit).c_str());
  for (std::size_t k = 0; k < legend.size(); ++k) {
    const ImVec2 p = legend[k].at;
    draw_sample(ui, {p.x, p.y + 0.5f * line}, stroke_length(ui), input.lines[k].color, styles[k]);
    const bool faint = pointed >= 0 && pointed != static_cast<int>(k);
    list->AddText({p.x + before_name(ui), p.y}, faint ? palette::kDim : palette::kText,
                  legend[k].text.c_str());
  }
}

}  // namespace

Range fitted_values(const PlotInput& input, Range times) {
  ChartLimits limits;
  for (const PlotLine& line : input.lines)
    for (const Samples& samples : {line.samples, line.other})
      if (const auto part = statistics_over(samples, times))
        limits.take(part->least), limits.take(part->greatest);
  return value_range(limits.range(), input.unit);
}

std::optional<double> draw_plot(const Ui& ui, const char* id, const PlotInput& input, ImVec2 size,
                                PlotView& view) {
  ImGui::InvisibleButton(id, size,
                         ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight |
                             ImGuiButtonFlags_MouseButtonMiddle);
  ui.mark(id);
  const PlotMouse mouse{ImGui::IsItemHovered(), ImGui::IsItemActivated(), ImGui::IsItemActive(),
                        ImGui::IsItemDeactivated()};
  const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(low, high, palette::kBackground, ui.px(4));
  // The whole run ends at a tick that is near, as in every chart; what was zoomed is shown as it is.
  const Range times = view.times ? *view.times : axis_range(input.all, AxisEnds::data);
  const Range fitted = fitted_values(input, times);
  // Values are fitted to the shown times unless somebody has zoomed them.
  const auto zoomed = view.values.find(input.title);
  const Range values = zoomed == view.values.end() ? fitted : zoomed->second;
  Axes axes{{low.x + ui.px(58), low.y},
            {high.x - ui.px(10), high.y - ImGui::GetTextLineHeight() - ui.px(8)},
            times.low,
            times.high,
            values.low,
            values.high};
  const DisplayUnit unit =
      display_unit(ui.units(), input.unit, std::max(std::fabs(axes.y0), std::fabs(axes.y1)));
  // The rows of the legend decide the height of the axes, and the numbers along y their width.
  std::vector<LegendEntry> legend;
  const double read_at =
      mouse.hovered ? time_at(axes, ImGui::GetIO().MousePos.x) : input.shown.value_or(input.cursor);
  axes.low.y += ui.px(12) + place_legend(ui, input, unit, read_at, low, high.x - ui.px(6), legend);
  axes.low.x = low.x + std::max(ui.px(40), y_numbers_width(ui, axes, unit.factor) + ui.px(8));
  const int pointed = mouse.hovered ? pointed_entry(ui, legend) : -1;
  list->PushClipRect(low, high, true);
  const bool room = axes.high.x - axes.low.x >= 20.0f && axes.high.y - axes.low.y >= 20.0f;
  const std::vector<LineStyle> styles =
      room ? line_styles(ui, input, axes) : std::vector<LineStyle>(input.lines.size());
  draw_head(ui, input, unit, low, legend, styles, pointed);
  list->PopClipRect();
  if (!room) return std::nullopt;  // the names with their values all the same
  draw_axes(ui, axes, unit.factor, " s");
  list->PushClipRect(axes.low, axes.high, true);
  draw_lines(ui, input, axes, styles, pointed);
  if (view.peaks) draw_peaks(ui, input, axes, unit);
  draw_cursors(ui, axes, input.cursor, view.second);
  draw_pointer(ui, axes, mouse, view);
  list->PopClipRect();
  return take_mouse(ui, input, axes, fitted, mouse, view);
}

}  // namespace grouser::desktop
