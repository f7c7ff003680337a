// SPDX-License-Identifier: BSD-3-Clause
// Asks for the address of a run that another program serves. An empty address cannot be confirmed; the
// secret is read from its file only when the request is carried out.
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>

#include "common/link/link_key.hpp"
#include "desks/files/files_panels.hpp"
#include "session/file_request.hpp"
#include "widgets/dialog.hpp"

namespace grouser::desktop {
namespace {

/// Address and token file; true when Enter was pressed in one of them.
bool fields(const Ui& ui, FilesForm& form) {
  if (form.connect.take_fresh()) ImGui::SetKeyboardFocusHere();
  ImGui::TextUnformatted("Address");
  ImGui::SetNextItemWidth(-1);
  constexpr ImGuiInputTextFlags kFlags =
      ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll;
  bool entered = ImGui::InputTextWithHint("##connect_address", "127.0.0.1:7788", &form.address, kFlags);
  ui.mark("connect_address");
  hint("HOST:PORT of 'grouser run SCENARIO --serve HOST:PORT'");
  ImGui::TextUnformatted("Token file");
  ImGui::SetNextItemWidth(-1);
  entered = ImGui::InputTextWithHint("##connect_token", "None", &form.token_file, kFlags) || entered;
  ui.mark("connect_token_file");
  hint("File with the secret that the run is served with; a run on this machine may have none");
  ImGui::PushTextWrapPos(0.0f);
  ImGui::TextDisabled("Without a file the secret is that in %s, if there is one.", kLinkTokenVariable);
  ImGui::PopTextWrapPos();
  ImGui::Dummy({0, ui.px(4)});
  return entered;
}

}  // namespace

void connect_dialog(const Ui& ui, FilesForm& form, Requests& requests) {
  if (!begin_dialog(ui, "Connect to a run", form.connect, {480, 0})) return;
  const bool entered = fields(ui, form);
  const DialogButtons buttons{.confirm = "Connect",
                              .mark = "connect_confirm",
                              .tip = "Watch the run that is served there",
                              .cancel_tip = "Do not connect",
                              .can = !form.address.empty(),
                              .color = IM_COL32(176, 88, 40, 255)};
  const DialogAnswer answer = dialog_buttons(ui, buttons, entered);
  if (answer.confirmed)
    ask(requests,
        FileRequest{
            .kind = FileRequest::Kind::connect, .address = form.address, .token_file = form.token_file});
  end_dialog(form.connect, answer.end());
}

}  // namespace grouser::desktop
