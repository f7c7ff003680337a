// SPDX-License-Identifier: BSD-3-Clause
// Dialogs are modal popups of ImGui. A dialog that is closed by Escape or its cross reports that by its
// state (Dialog::open).
#include "widgets/dialog.hpp"

#include <algorithm>

namespace grouser::desktop {

bool begin_dialog(const Ui& ui, const char* title, Dialog& dialog, ImVec2 size) {
  if (!dialog.open && !ImGui::IsPopupOpen(title)) return false;
  if (dialog.fresh) ImGui::OpenPopup(title);
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({0.5f * screen.x, 0.42f * screen.y}, ImGuiCond_Always, {0.5f, 0.5f});
  ImGui::SetNextWindowSize(
      {std::min(ui.px(size.x), 0.9f * screen.x), std::min(ui.px(size.y), 0.85f * screen.y)});
  if (ImGui::BeginPopupModal(title, &dialog.open, ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove))
    return true;
  dialog.open = false;
  return false;
}

void end_dialog(Dialog& dialog, DialogEnd end) {
  if (end == DialogEnd::closes) {
    dialog.open = false;
    ImGui::CloseCurrentPopup();
  }
  ImGui::EndPopup();
}

DialogAnswer dialog_buttons(const Ui& ui, const DialogButtons& buttons, bool entered) {
  const float width = std::max(ui.px(96), button_width(buttons.confirm)), gap = ui.px(8);
  DialogAnswer answer;
  // Both buttons have one width and end at the right edge.
  ImGui::SetCursorPosX(ImGui::GetContentRegionMax().x - 2.0f * width - gap);
  answer.cancelled = ImGui::Button("Cancel", {width, 0});
  if (buttons.cancel_mark) ui.mark(buttons.cancel_mark);
  hint(buttons.cancel_tip, "Esc");
  ImGui::SameLine(0, gap);
  // A confirming button may have a colour of its own, as a warning.
  const auto or_usual = [](ImU32 color, ImGuiCol usual) { return color ? color : ImGui::GetColorU32(usual); };
  ImGui::PushStyleColor(ImGuiCol_Button, or_usual(buttons.color, ImGuiCol_Button));
  ImGui::PushStyleColor(ImGuiCol_ButtonHovered, or_usual(buttons.hovered, ImGuiCol_ButtonHovered));
  ImGui::BeginDisabled(!buttons.can);
  answer.confirmed = (ImGui::Button(buttons.confirm, {width, 0}) || entered) && buttons.can;
  ImGui::EndDisabled();
  ui.mark(buttons.mark);
  ImGui::PopStyleColor(2);
  hint(buttons.tip, "Enter");
  return answer;
}

}  // namespace grouser::desktop
