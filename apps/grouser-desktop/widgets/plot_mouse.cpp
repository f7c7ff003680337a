// SPDX-License-Identifier: BSD-3-Clause
// The mouse over a plot. The press decides what a drag does (press_plot); the wheel zooms times, with Ctrl
// or Shift values.
#include "widgets/plot_mouse.hpp"

#include <algorithm>
#include <cmath>

#include "hal/imgui_versions.hpp"
#include "widgets/plot_zoom.hpp"
#include "widgets/units.hpp"

namespace grouser::desktop {
namespace {

constexpr float kGrab = 5.0f;  // so near to the second cursor it is taken, px
constexpr float kLeastBox =
    6.0f;  // a box narrower than this was a click, one lower zooms the times alone, px

/// The nearest point within the axes.
ImVec2 clamped(const Axes& axes, ImVec2 p) {
  return {std::clamp(p.x, axes.low.x, axes.high.x), std::clamp(p.y, axes.low.y, axes.high.y)};
}

/// Whether the pointer is on the second cursor.
bool at_second(const Ui& ui, const Axes& axes, const PlotView& view) {
  return view.second && std::fabs(axes.x(*view.second) - ImGui::GetIO().MousePos.x) <= ui.px(kGrab);
}

/// Shows the times and values of the box; a low box changes the times alone.
void zoom_to_box(const Ui& ui, const PlotInput& input, const Axes& axes, PlotView& view) {
  const ImGuiIO& io = ImGui::GetIO();
  const ImVec2 a = clamped(axes, io.MouseClickedPos[0]), b = clamped(axes, io.MousePos);
  if (std::fabs(a.x - b.x) < ui.px(kLeastBox)) return;
  show_times(view, {time_at(axes, std::min(a.x, b.x)), time_at(axes, std::max(a.x, b.x))}, input.all);
  if (std::fabs(a.y - b.y) < ui.px(kLeastBox)) return;
  view.values[input.title] = {value_at(axes, std::max(a.y, b.y)), value_at(axes, std::min(a.y, b.y))};
}

/// Zooms about the time or value under the pointer.
void take_wheel(const PlotInput& input, const Axes& axes, Range fitted, PlotView& view) {
  const ImGuiIO& io = ImGui::GetIO();
  if (io.MouseWheel == 0.0f) return;
  if (io.KeyCtrl || io.KeyShift)
    zoom_values(view, input.title, {axes.y0, axes.y1}, fitted, value_at(axes, io.MousePos.y), io.MouseWheel);
  else
    zoom_times(view, input.all, time_at(axes, io.MousePos.x), io.MouseWheel);
}

}  // namespace

double time_at(const Axes& axes, float x) {
  const float part = std::clamp((x - axes.low.x) / (axes.high.x - axes.low.x), 0.0f, 1.0f);
  return axes.t0 + part * (axes.t1 - axes.t0);
}

double value_at(const Axes& axes, float y) {
  return axes.y0 + (axes.high.y - y) / (axes.high.y - axes.low.y) * (axes.y1 - axes.y0);
}

std::optional<double> take_mouse(const Ui& ui, const PlotInput& input, const Axes& axes, Range fitted,
                                 PlotMouse mouse, PlotView& view) {
  const ImGuiIO& io = ImGui::GetIO();
  const double time = time_at(axes, io.MousePos.x);
  if (mouse.hovered) take_wheel(input, axes, fitted, view);
  // The panel has set the second cursor to the time of the view; the time under the pointer is nearer to
  // what is meant.
  if (mouse.hovered && view.second && !io.WantTextInput && !io.KeyCtrl && gui::is_key_pressed(ImGuiKey_M))
    view.second = time;
  if (mouse.hovered && at_second(ui, axes, view)) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
  if (mouse.hovered && ImGui::IsMouseDoubleClicked(0) && !io.KeyShift && !io.KeyAlt) {
    view.enlarged = view.enlarged == input.title ? "" : input.title;
    view.drag = PlotDrag::none;
    return std::nullopt;
  }
  // Press, release, then what the drag does meanwhile.
  if (mouse.activated)
    press_plot(view, {io.MouseDown[0], io.KeyShift, io.KeyAlt, at_second(ui, axes, view)}, time);
  if (mouse.released && view.drag == PlotDrag::box) zoom_to_box(ui, input, axes, view);
  if (mouse.released) view.drag = PlotDrag::none;
  if (!mouse.held) return std::nullopt;
  if (view.drag == PlotDrag::seek) return time;
  if (view.drag == PlotDrag::second) view.second = time;
  if (view.drag == PlotDrag::pan && !mouse.activated)
    pan(view, input.title, input.all, -io.MouseDelta.x * (axes.t1 - axes.t0) / (axes.high.x - axes.low.x),
        io.MouseDelta.y * (axes.y1 - axes.y0) / (axes.high.y - axes.low.y));
  return std::nullopt;
}

void draw_pointer(const Ui& ui, const Axes& axes, PlotMouse mouse, const PlotView& view) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImVec2 at = ImGui::GetIO().MousePos;
  if (mouse.held && view.drag == PlotDrag::box) {
    const ImVec2 a = clamped(axes, ImGui::GetIO().MouseClickedPos[0]), b = clamped(axes, at);
    const ImVec2 low{std::min(a.x, b.x), std::min(a.y, b.y)}, high{std::max(a.x, b.x), std::max(a.y, b.y)};
    list->AddRectFilled(low, high, palette::kBoxFill);
    list->AddRect(low, high, palette::kAccent);
  }
  if (!mouse.hovered) return;
  list->AddLine({at.x, axes.low.y}, {at.x, axes.high.y}, palette::kPointer);
  const double pixel = (axes.t1 - axes.t0) / (axes.high.x - axes.low.x);
  const std::string text = number_text(time_at(axes, at.x), time_decimals(pixel)) + " s";
  list->AddText({axes.high.x - ImGui::CalcTextSize(text.c_str()).x - ui.px(6), axes.low.y + ui.px(3)},
                palette::kText, text.c_str());
}

}  // namespace grouser::desktop
