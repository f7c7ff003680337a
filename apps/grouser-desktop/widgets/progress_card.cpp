// SPDX-License-Identifier: BSD-3-Clause
// A small window of its own in the corner, which does not take the keyboard when it appears.
#include "widgets/progress_card.hpp"

#include <algorithm>

namespace grouser::desktop {

bool progress_card(const Ui& ui, const ProgressCard& card, ImVec2 corner) {
  constexpr ImGuiWindowFlags kFixed = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize |
                                      ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                                      ImGuiWindowFlags_NoFocusOnAppearing;
  ImGui::SetNextWindowPos(corner, ImGuiCond_Always, {1.0f, 1.0f});
  ImGui::SetNextWindowSize({std::min(ui.px(360), corner.x - ui.px(8)), 0.0f});
  ImGui::Begin((std::string("##card_") + card.id).c_str(), nullptr, kFixed);
  ImGui::TextUnformatted(fit_text(card.title, ImGui::GetContentRegionAvail().x).c_str());
  const float button = ui.px(76);
  ImGui::PushStyleColor(ImGuiCol_PlotHistogram, IM_COL32(150, 84, 46, 255));
  ImGui::ProgressBar(card.part,
                     {ImGui::GetContentRegionAvail().x - button - ui.px(8), ImGui::GetFrameHeight()},
                     card.text.c_str());
  ImGui::PopStyleColor();
  ui.mark(std::string(card.id) + "_progress");
  ImGui::SameLine(0, ui.px(8));
  ImGui::BeginDisabled(card.stopping);
  const bool stop = ImGui::Button("Stop", {button, 0});
  ui.mark(std::string(card.id) + "_stop");
  ImGui::EndDisabled();
  hint(card.stop_tip);
  ImGui::End();
  return stop;
}

}  // namespace grouser::desktop
