// SPDX-License-Identifier: BSD-3-Clause
// Short messages in front of everything: files that were written, and errors. The newest is the lowest;
// each is as wide as its text needs and has five lines at most.
#include <algorithm>
#include <string>

#include "desks/log/log_panels.hpp"

namespace grouser::desktop {
namespace {

/// Colours of a toast.
struct Look {
  ImU32 fill, edge;
};

Look look_of(ToastKind kind) {
  switch (kind) {
    case ToastKind::error:
      return {palette::kErrorFill, palette::kError};
    case ToastKind::warning:
      return {palette::kWarningFill, palette::kWarning};
    case ToastKind::done:
      break;
  }
  return {palette::kRaised, palette::kGood};
}

/// The text, cut after a word where it is longer than five lines; `wrap`: width of a line, px.
std::string first_lines(const std::string& text, float wrap) {
  constexpr float kMostLines = 5.5f;
  const float most = kMostLines * ImGui::GetTextLineHeight();
  const auto fits = [&](const std::string& words) {
    return ImGui::CalcTextSize(words.c_str(), nullptr, false, wrap).y < most;
  };
  if (fits(text)) return text;
  // Bisection for the longest start that fits with the note at its end.
  const auto cut = [&](std::size_t length) {
    return text.substr(0, text.find_last_of(" \n", length)) + " ... (the whole is in the log)";
  };
  std::size_t low = 0, high = text.size();
  while (high - low > 1) {
    const std::size_t middle = (low + high) / 2;
    (fits(cut(middle)) ? low : high) = middle;
  }
  return cut(low);
}

/// Draws one toast with the middle of its lower edge at `foot`; returns y of its upper edge.
float draw_toast(const Ui& ui, const Toast& toast, ImVec2 foot, float width) {
  constexpr const char* kHow = "Esc closes";
  ImDrawList* list = ImGui::GetForegroundDrawList();
  const Look look = look_of(toast.kind);
  const ImVec2 pad{ui.px(16), ui.px(10)};
  const float stripe = ui.px(4), gap = ui.px(18), how = ImGui::CalcTextSize(kHow).x;
  const float wrap = width - 2.0f * pad.x - gap - how - stripe;
  const std::string words = first_lines(toast.text, wrap);
  const ImVec2 text = ImGui::CalcTextSize(words.c_str(), nullptr, false, wrap);
  const ImVec2 size{text.x + 2.0f * pad.x + gap + how + stripe, text.y + 2.0f * pad.y};
  const ImVec2 low{foot.x - 0.5f * size.x, foot.y - size.y}, high{low.x + size.x, foot.y};
  // Plate, stripe of the kind's colour on the left, frame, then the words.
  list->AddRectFilled(low, high, look.fill, ui.px(6));
  list->AddRectFilled(low, {low.x + stripe, high.y}, look.edge, ui.px(6), ImDrawFlags_RoundCornersLeft);
  list->AddRect(low, high, palette::kLine, ui.px(6));
  list->AddText(nullptr, 0.0f, {low.x + stripe + pad.x, low.y + pad.y}, palette::kText, words.c_str(),
                nullptr, wrap);
  list->AddText({high.x - pad.x - how, low.y + pad.y}, palette::kDim, kHow);
  ui.mark_area("toast", low, high);
  return low.y;
}

}  // namespace

void toast_panel(const Ui& ui, const std::vector<Toast>& toasts, ImVec2 foot, float width) {
  for (auto toast = toasts.rbegin(); toast != toasts.rend(); ++toast)
    foot.y = draw_toast(ui, *toast, foot, width) - ui.px(8);
}

}  // namespace grouser::desktop
