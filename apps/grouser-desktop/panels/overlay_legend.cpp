// What the colours on the ground mean.
#include <fmt/format.h>

#include <algorithm>

#include "panels/panels.hpp"

namespace grouser::desktop {
namespace {

ImU32 color_of(const glm::vec3& c) { return ImGui::ColorConvertFloat4ToU32({c.x, c.y, c.z, 1.0f}); }

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

void overlay_legend(const Ui& ui, const Camera& camera, ImVec2 corner) {
  const auto overlay = static_cast<Overlay>(ui.kept.overlay);
  if (overlay == Overlay::none) return;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const OverlayScale& scale = overlay_scale(overlay);
  const bool lines = overlay == Overlay::heights;
  const float line = ImGui::GetTextLineHeight(), pad = ui.px(10);
  const ImVec2 size{ui.px(220), (lines ? 1.0f : 2.0f) * line + (lines ? 0.0f : ui.px(18)) + 2.0f * pad};
  const ImVec2 low{corner.x - size.x, corner.y};
  list->AddRectFilled(low, {corner.x, corner.y + size.y}, IM_COL32(17, 19, 23, 200), ui.px(6));
  ui.mark_area("legend", low, {corner.x, corner.y + size.y});
  const auto text = [&](float x, float y, ImU32 color, const std::string& words) {
    list->AddText({low.x + pad + x, low.y + pad + y}, color, words.c_str());
  };
  if (lines)
    return text(0, 0, palette::kText,
                fmt::format("Height lines every {:g} m", contour_spacing(camera.distance)));
  text(0, 0, palette::kText, fmt::format("{}, {}", scale.name, scale.unit));
  const float top = line + ui.px(5), bar = ui.px(9), width = size.x - 2.0f * pad;
  draw_bar(scale, {low.x + pad, low.y + pad + top}, {low.x + pad + width, low.y + pad + top + bar});
  for (const float part : {0.0f, 0.5f, 1.0f}) {
    const double value = scale.low + static_cast<double>(part) * (scale.high - scale.low);
    const std::string words = fmt::format("{:g}{}", value, part == 1.0f ? "+" : "");
    text(part * (width - ImGui::CalcTextSize(words.c_str()).x), top + bar + ui.px(3), palette::kDim, words);
  }
}

}  // namespace grouser::desktop
