// SPDX-License-Identifier: BSD-3-Clause
// Marks of a chart's drawing as ImGui's lines, polygons, discs and texts. Dashes are cut here, because
// ImGui has none.
#include "widgets/chart_painter.hpp"

#include <algorithm>
#include <cfloat>
#include <cmath>

#include "widgets/marks.hpp"

namespace grouser::desktop {
namespace {

/// A place of the drawing in ImGui's type; both are pixels of the window.
ImVec2 screen(const ChartPoint& p) { return {static_cast<float>(p.x), static_cast<float>(p.y)}; }

/// Draws a line and empties `points`. Points that nearly coincide are one: ImGui draws a spur where a piece
/// of a line has no length.
void stroke(ImDrawList* list, std::vector<ImVec2>& points, ImU32 color, float width) {
  constexpr float kSame = 0.05f;  // px
  const auto same = [](ImVec2 a, ImVec2 b) { return std::fabs(a.x - b.x) + std::fabs(a.y - b.y) < kSame; };
  points.erase(std::unique(points.begin(), points.end(), same), points.end());
  if (points.size() > 1) list->AddPolyline(points.data(), static_cast<int>(points.size()), color, 0, width);
  if (points.size() == 1) list->AddCircleFilled(points[0], 0.5f * width, color);
  points.clear();
}

/// Draws a dashed line, whose pattern continues over its corners.
void paint_dashes(ImDrawList* list, const ChartMark& mark, ImU32 color) {
  const double on = mark.dash[0], period = mark.dash[0] + mark.dash[1];
  std::vector<ImVec2> piece;
  double travelled = 0.0;
  for (std::size_t k = 1; k < mark.points.size(); ++k) {
    const ChartPoint a = mark.points[k - 1], b = mark.points[k];
    const double length = std::hypot(b.x - a.x, b.y - a.y);
    for (double at = 0.0; at < length;) {
      const double phase = std::fmod(travelled, period);
      const bool drawn = phase < on;
      constexpr double kLeast = 1e-3;  // px: rounding does not stop the walk
      const double next = std::min(length, at + std::max(kLeast, (drawn ? on : period) - phase));
      const auto place = [&](double along) {
        return screen({std::lerp(a.x, b.x, along / length), std::lerp(a.y, b.y, along / length)});
      };
      if (drawn && piece.empty()) piece.push_back(place(at));
      if (drawn) piece.push_back(place(next));
      travelled += next - at;
      if (next < length || !drawn) stroke(list, piece, color, static_cast<float>(mark.width));
      at = next;
    }
  }
  stroke(list, piece, color, static_cast<float>(mark.width));
}

/// Points as rings, discs, or shapes where patterns are wanted.
void paint_discs(const Ui& ui, ImDrawList* list, const ChartMark& mark, ImU32 color) {
  constexpr int kShapes = 5;
  const auto radius = static_cast<float>(mark.width);
  for (const ChartPoint& p : mark.points) {
    if (mark.kind == ChartMark::Kind::rings)
      list->AddCircle(screen(p), radius, color, 12, ui.px(1.6f));
    else if (ui.kept.patterns)
      shape_mark(list, screen(p), radius, color, static_cast<MarkShape>(mark.shape % kShapes));
    else
      list->AddCircleFilled(screen(p), radius, color);
  }
}

/// A text on its base line; `anchor`: share of its width that lies left of its place.
void paint_text(ImDrawList* list, const ChartMark& mark, ImU32 color) {
  const ImFont* font = ImGui::GetFont();
  const auto size = static_cast<float>(mark.width);
  const float width = font->CalcTextSizeA(size, FLT_MAX, 0.0f, mark.text.c_str()).x;
  const ImVec2 at = screen(mark.points[0]);
  list->AddText(font, size,
                {at.x - static_cast<float>(mark.anchor) * width, at.y - font->Ascent * size / font->FontSize},
                color, mark.text.c_str());
}

}  // namespace

ChartPaper window_paper(const Ui& ui) {
  return {window_theme(ImGui::GetFontSize(), ui.scale),
          [](const std::string& text, double size, TextWeight) {
            return static_cast<double>(
                ImGui::GetFont()->CalcTextSizeA(static_cast<float>(size), FLT_MAX, 0.0f, text.c_str()).x);
          },
          ui.units()};
}

ImU32 color_of(const ChartColour& c) { return IM_COL32(c.r, c.g, c.b, c.a); }

void paint_drawing(const Ui& ui, const ChartDrawing& drawing) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ChartBox& data = drawing.frame.data;
  const float over = ui.px(4);  // so that half a line at the edge is not cut
  for (const ChartMark& mark : drawing.marks) {
    const ImU32 color = color_of(mark.colour);
    if (mark.inside)
      list->PushClipRect(
          {static_cast<float>(data.x) - over, static_cast<float>(data.y) - over},
          {static_cast<float>(data.x + data.width) + over, static_cast<float>(data.y + data.height) + over},
          true);
    std::vector<ImVec2> points;
    if (mark.kind == ChartMark::Kind::stroke || mark.kind == ChartMark::Kind::fill)
      std::transform(mark.points.begin(), mark.points.end(), std::back_inserter(points), screen);
    if (mark.kind == ChartMark::Kind::stroke && mark.dash[0] > 0.0)
      paint_dashes(list, mark, color);
    else if (mark.kind == ChartMark::Kind::stroke)
      stroke(list, points, color, static_cast<float>(mark.width));
    else if (mark.kind == ChartMark::Kind::fill)
      list->AddConvexPolyFilled(points.data(), static_cast<int>(points.size()), color);
    else if (mark.kind == ChartMark::Kind::text)
      paint_text(list, mark, color);
    else
      paint_discs(ui, list, mark, color);
    if (mark.inside) list->PopClipRect();
  }
}

ChartDrawing chart_widget(const Ui& ui, const char* id, const DrawChart& chart, ImVec2 size) {
  ImGui::InvisibleButton(id, {std::max(1.0f, size.x), std::max(1.0f, size.y)});
  ui.mark(id);
  const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(low, high, palette::kBackground, ui.px(4));
  ChartDrawing drawing = chart({low.x, low.y, high.x - low.x, high.y - low.y}, window_paper(ui));
  list->PushClipRect(low, high, true);
  paint_drawing(ui, drawing);
  list->PopClipRect();
  return drawing;
}

int pointed_item(const ChartDrawing& drawing) {
  if (!ImGui::IsItemHovered()) return -1;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  for (const ChartItem& item : drawing.items)
    if (mouse.x >= item.box.x && mouse.x < item.box.x + item.box.width && mouse.y >= item.box.y &&
        mouse.y < item.box.y + item.box.height)
      return static_cast<int>(item.number);
  return -1;
}

}  // namespace grouser::desktop
