// SPDX-License-Identifier: BSD-3-Clause
// The bar is drawn in pieces between the colours of the map, which ImGui interpolates.
#include "view/scale_bar.hpp"

#include <fmt/format.h>

#include "widgets/theme.hpp"
#include "widgets/units.hpp"

namespace grouser::desktop {

namespace {

ImU32 color_of(const glm::vec3& c) { return ImGui::ColorConvertFloat4ToU32({c.x, c.y, c.z, 1.0f}); }

/// The colours from left to right, low to high: corners, pixels.
void draw_bar(const OverlayScale& scale, ImVec2 low, ImVec2 high) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float piece = (high.x - low.x) / static_cast<float>(scale.map->size() - 1);
  for (std::size_t k = 0; k + 1 < scale.map->size(); ++k) {
    const float x = low.x + static_cast<float>(k) * piece;
    const ImU32 left = color_of((*scale.map)[k]), right = color_of((*scale.map)[k + 1]);
    list->AddRectFilledMultiColor({x, low.y}, {x + piece, high.y}, left, right, right, left);
  }
}

}  // namespace

float scale_bar(const Ui& ui, const OverlayScale& scale, ImVec2 at, float width) {
  const float bar = ui.px(9), gap = ui.px(3);
  draw_bar(scale, at, {at.x + width, at.y + bar});
  const DisplayUnit shown = field_unit(ui.units(), scale.unit);
  // Numbers at the ends and in the middle, in the unit of the window; "+" because larger values have the
  // last colour too.
  for (const float part : {0.0f, 0.5f, 1.0f}) {
    const double value = scale.low + static_cast<double>(part) * (scale.high - scale.low);
    const std::string words = fmt::format("{:.3g}{}", shown.factor * value, part == 1.0f ? "+" : "");
    const float left = part * (width - ImGui::CalcTextSize(words.c_str()).x);
    ImGui::GetWindowDrawList()->AddText({at.x + left, at.y + bar + gap}, palette::kDim, words.c_str());
  }
  return bar + gap + ImGui::GetTextLineHeight();
}

}  // namespace grouser::desktop
