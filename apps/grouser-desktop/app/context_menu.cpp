// SPDX-License-Identifier: BSD-3-Clause
// Draws the context menu that is open. A line is a separator, a command of the table, or a request of the
// panel itself; a refused line is grey and gives its reason as a tooltip.
#include "app/context_menu.hpp"

#include "app/commands/command_widgets.hpp"
#include "hal/imgui_versions.hpp"

namespace grouser::desktop {

namespace {

constexpr const char* kMenu = "##context";

/// The dialog that lies in front, or null.
ImGuiWindow* front_dialog() {
  ImGuiContext& g = *ImGui::GetCurrentContext();
  for (int k = g.OpenPopupStack.Size - 1; k >= 0; --k) {
    ImGuiWindow* window = g.OpenPopupStack[k].Window;
    if (window && (window->Flags & ImGuiWindowFlags_Modal) != 0) return window;
  }
  return nullptr;
}

}  // namespace

void ContextMenu::draw_lines(const Ui& ui, const CommandContext& context, Requests& requests) {
  for (const MenuEntry& entry : menu_.entries) {
    if (entry.id.empty()) {
      ImGui::Separator();
    } else if (entry.title.empty()) {
      command_item(ui, context, entry.id.c_str(), requests);
      ui.mark("context_" + entry.id);
    } else {
      const std::string label = entry.title + "###" + entry.id;
      if (ImGui::MenuItem(label.c_str(), nullptr, false, entry.refused.empty())) ask(requests, entry.request);
      ui.mark("context_" + entry.id);
      if (!entry.refused.empty() && ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled))
        ImGui::SetTooltip("%s", entry.refused.c_str());
    }
  }
}

/// A menu that ImGui has closed loses its lines, so that nothing is drawn from then on.
void ContextMenu::draw(const Ui& ui, const CommandContext& context, Requests& requests) {
  if (!fresh_ && menu_.entries.empty()) return;
  // A dialog's menu is a popup within the dialog, because a popup of the window itself would close the
  // dialog.
  ImGuiWindow* dialog = front_dialog();
  if (dialog) ImGui::Begin(dialog->Name);
  if (fresh_) ImGui::OpenPopup(kMenu);
  if (fresh_) ImGui::SetNextWindowPos({menu_.x, menu_.y});
  fresh_ = false;
  if (ImGui::BeginPopup(kMenu)) {
    draw_lines(ui, context, requests);
    ImGui::EndPopup();
  } else {
    menu_.entries.clear();
  }
  if (dialog) ImGui::End();
}

}  // namespace grouser::desktop
