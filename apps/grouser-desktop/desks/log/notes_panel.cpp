// SPDX-License-Identifier: BSD-3-Clause
// Each note has a warning sign drawn by hand: a triangle with an exclamation mark.
#include "desks/log/log_panels.hpp"

namespace grouser::desktop {

void notes_panel(const Ui& ui, const RunView& run) {
  if (!run.scene || run.scene->notes.empty()) return;
  ImGui::Dummy({0, ui.px(6)});
  heading(ui, "Notes");
  ImDrawList* list = ImGui::GetWindowDrawList();
  for (const std::string& note : run.scene->notes) {
    const ImVec2 p = ImGui::GetCursorScreenPos();
    const float line = ImGui::GetTextLineHeight();
    list->AddTriangleFilled({p.x + 0.5f * line, p.y + 0.08f * line}, {p.x + 0.95f * line, p.y + 0.9f * line},
                            {p.x + 0.05f * line, p.y + 0.9f * line}, palette::kWarning);
    list->AddRectFilled({p.x + 0.45f * line, p.y + 0.38f * line}, {p.x + 0.55f * line, p.y + 0.66f * line},
                        palette::kPanel);
    list->AddRectFilled({p.x + 0.45f * line, p.y + 0.73f * line}, {p.x + 0.55f * line, p.y + 0.82f * line},
                        palette::kPanel);
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + 1.4f * line);
    ImGui::PushTextWrapPos(0.0f);
    ImGui::TextUnformatted(note.c_str());
    ImGui::PopTextWrapPos();
  }
}

}  // namespace grouser::desktop
