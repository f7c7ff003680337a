// SPDX-License-Identifier: BSD-3-Clause
// The palette's dialog: a text field and the list of what it finds. The field keeps the keyboard; Up and
// Down reach the list through PaletteForm::moves (App::press).
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>

#include "app/commands/palette.hpp"

namespace grouser::desktop {
namespace {

constexpr const char* kTitle = "All commands###palette";
constexpr std::size_t kMostEntries = 60;

/// One row; true when it was pressed.
bool entry_row(const Ui& ui, const PaletteEntry& entry, std::size_t index, bool chosen) {
  ImGui::PushID(static_cast<int>(index));
  ImGui::BeginDisabled(!entry.enabled);
  const float left = ImGui::GetCursorPosX(), width = ImGui::GetContentRegionAvail().x;
  const bool pressed = ImGui::Selectable("##row", chosen, ImGuiSelectableFlags_DontClosePopups);
  if (index == 0) ui.mark("palette_first");
  if (chosen && ImGui::IsWindowAppearing()) ImGui::SetScrollHereY();
  // Title, place and key have columns of their own; long texts are shortened.
  const float key_width = ui.px(130), place_width = ui.px(190);
  ImGui::SameLine(left);
  ImGui::TextUnformatted(fit_text(entry.title, width - key_width - place_width).c_str());
  ImGui::SameLine(left + width - key_width - place_width + ui.px(8));
  ImGui::TextDisabled("%s", fit_text(entry.place, place_width - ui.px(16)).c_str());
  if (!entry.key.empty()) {
    ImGui::SameLine(left + width - ImGui::CalcTextSize(entry.key.c_str()).x);
    ImGui::TextUnformatted(entry.key.c_str());
  }
  ImGui::EndDisabled();
  ImGui::PopID();
  return pressed && entry.enabled;
}

}  // namespace

void palette_dialog(const Ui& ui, const CommandContext& context, PaletteForm& form, Requests& requests) {
  // It opens in the upper part of the window, so that a growing list moves nothing.
  if (!form.dialog.open && !ImGui::IsPopupOpen(kTitle)) return;
  if (form.dialog.fresh) ImGui::OpenPopup(kTitle);
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({0.5f * screen.x, 0.12f * screen.y}, ImGuiCond_Always, {0.5f, 0.0f});
  ImGui::SetNextWindowSize({std::min(ui.px(720), 0.9f * screen.x), std::min(ui.px(480), 0.7f * screen.y)});
  if (!ImGui::BeginPopupModal(kTitle, &form.dialog.open,
                              ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove)) {
    form.dialog.open = false;
    return;
  }
  if (form.dialog.take_fresh()) ImGui::SetKeyboardFocusHere();
  ImGui::SetNextItemWidth(-1);
  // The text field. Another text begins at the first row again.
  const bool entered =
      ImGui::InputTextWithHint("##palette", "A few letters, a channel, a file, or: set gravity 1.62",
                               &form.text, ImGuiInputTextFlags_EnterReturnsTrue);
  ui.mark("palette_text");
  if (ImGui::IsItemEdited()) form.at = 0;
  // The marked row follows Up and Down within what was found; Enter or a click chooses.
  const std::vector<PaletteEntry> entries = palette_entries(form.text, context, kMostEntries);
  const int moved = std::exchange(form.moves, 0);
  form.at = std::clamp(form.at + moved, 0, std::max(0, static_cast<int>(entries.size()) - 1));
  int chosen = entered ? form.at : -1;
  ImGui::BeginChild("found");
  for (std::size_t k = 0; k < entries.size(); ++k) {
    const bool here = static_cast<int>(k) == form.at;
    if (entry_row(ui, entries[k], k, here)) chosen = static_cast<int>(k);
    if (here && moved != 0) ImGui::SetScrollHereY();
  }
  if (entries.empty()) ImGui::TextDisabled("Nothing matches");
  ImGui::EndChild();
  // An entry that cannot be given leaves the dialog open.
  const auto at = static_cast<std::size_t>(std::max(0, chosen));
  if (chosen >= 0 && at < entries.size() && entries[at].enabled) {
    ask(requests, entries[at].request);
    form.dialog.open = false;
    ImGui::CloseCurrentPopup();
  }
  ImGui::EndPopup();
}

}  // namespace grouser::desktop
