// SPDX-License-Identifier: BSD-3-Clause
// Patterns as lines clipped to a box; their distances follow from the height of the box. Shapes are scaled
// to look equally large.
#include "widgets/marks.hpp"

#include <algorithm>

namespace grouser::desktop {
namespace {

/// Dark on light colours, light on dark ones.
ImU32 ink_on(ImU32 color) {
  const ImVec4 c = ImGui::ColorConvertU32ToFloat4(color);
  constexpr float kMiddle = 0.5f;
  return 0.30f * c.x + 0.59f * c.y + 0.11f * c.z > kMiddle ? IM_COL32(0, 0, 0, 200)
                                                           : IM_COL32(255, 255, 255, 220);
}

}  // namespace

void pattern_box(ImDrawList* list, ImVec2 low, ImVec2 high, ImU32 color, Pattern pattern, float rounding) {
  list->AddRectFilled(low, high, color, rounding);
  if (pattern == Pattern::plain) return;
  const ImU32 ink = ink_on(color);
  // Distance and width of the lines.
  const float wide = high.x - low.x, tall = high.y - low.y, apart = std::max(3.0f, 0.34f * tall),
              width = std::max(1.0f, 0.09f * tall);
  const bool rises = pattern == Pattern::rising || pattern == Pattern::crossed,
             falls = pattern == Pattern::falling || pattern == Pattern::crossed,
             level = pattern == Pattern::level || pattern == Pattern::squared,
             upright = pattern == Pattern::upright || pattern == Pattern::squared;
  list->PushClipRect(low, high, true);
  // Diagonals start beyond the box and are clipped; then rows, columns and dots.
  for (float s = 0.5f * apart; s < wide + tall; s += 1.4f * apart) {
    if (rises) list->AddLine({low.x + s, low.y}, {low.x + s - tall, high.y}, ink, width);
    if (falls) list->AddLine({high.x - s, low.y}, {high.x - s + tall, high.y}, ink, width);
  }
  for (float s = 0.5f * apart; s < std::max(wide, tall); s += apart) {
    if (level && s < tall) list->AddLine({low.x, low.y + s}, {high.x, low.y + s}, ink, width);
    if (upright && s < wide) list->AddLine({low.x + s, low.y}, {low.x + s, high.y}, ink, width);
    for (float t = 0.5f * apart; pattern == Pattern::dots && t < tall; t += apart)
      list->AddCircleFilled({low.x + s, low.y + t}, width, ink, 6);
  }
  list->PopClipRect();
}

void shape_mark(ImDrawList* list, ImVec2 at, float r, ImU32 color, MarkShape shape) {
  const auto point = [&](float x, float y) { return ImVec2{at.x + r * x, at.y + r * y}; };
  switch (shape) {
    case MarkShape::square:
      return list->AddRectFilled(point(-1, -1), point(1, 1), color);
    case MarkShape::triangle:
      return list->AddTriangleFilled(point(0, -1.3f), point(1.25f, 0.95f), point(-1.25f, 0.95f), color);
    case MarkShape::diamond:
      return list->AddQuadFilled(point(0, -1.4f), point(1.4f, 0), point(0, 1.4f), point(-1.4f, 0), color);
    case MarkShape::cross:
      list->AddLine(point(-1, -1), point(1, 1), color, 0.7f * r);
      return list->AddLine(point(-1, 1), point(1, -1), color, 0.7f * r);
    case MarkShape::circle:
      return list->AddCircleFilled(at, 1.1f * r, color, 12);
  }
}

}  // namespace grouser::desktop
