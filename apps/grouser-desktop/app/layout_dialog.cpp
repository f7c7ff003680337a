// SPDX-License-Identifier: BSD-3-Clause
// Keeps the layout of the panels under a name.
#include <imgui.h>
#include <imgui_stdlib.h>

#include "app/bars/bars.hpp"
#include "app/panel_layout.hpp"
#include "app/window_request.hpp"
#include "widgets/dialog.hpp"

namespace grouser::desktop {

void layout_dialog(const Ui& ui, LayoutForm& form, Requests& requests) {
  if (!begin_dialog(ui, "Keep this layout", form.dialog, {420, 0})) return;
  if (form.dialog.take_fresh()) ImGui::SetKeyboardFocusHere();
  ImGui::SetNextItemWidth(-1);
  const bool entered =
      ImGui::InputTextWithHint("##name", "Name", &form.name, ImGuiInputTextFlags_EnterReturnsTrue);
  ui.mark("layout_name");
  const auto part = ui.kept.desks.find(kLayoutsPart);
  const bool known = part != ui.kept.desks.end() && part->second.contains(form.name);
  ImGui::TextDisabled("%s", known ? "A layout of this name is replaced." : "View > Layouts shows it again.");
  ImGui::Dummy({0, ui.px(6)});
  const DialogAnswer answer = dialog_buttons(ui,
                                             {.confirm = known ? "Replace" : "Keep",
                                              .mark = "layout_confirm",
                                              .tip = "Keep where the panels are under this name",
                                              .cancel_tip = "Keep nothing",
                                              .can = !form.name.empty()},
                                             entered);
  if (answer.confirmed)
    ask(requests, WindowRequest{.kind = WindowRequest::Kind::keep_layout, .name = form.name});
  end_dialog(form.dialog, answer.end());
}

}  // namespace grouser::desktop
