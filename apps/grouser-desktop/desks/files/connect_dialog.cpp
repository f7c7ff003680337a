// SPDX-License-Identifier: BSD-3-Clause
// Asks for the address of a run that another program serves.
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>

#include "common/link/link_key.hpp"
#include "desks/panels.hpp"

namespace grouser::desktop {
namespace {

bool fields(const Ui& ui, PassingState& state) {
  if (state.connect_dialog_fresh) ImGui::SetKeyboardFocusHere();
  state.connect_dialog_fresh = false;
  ImGui::TextUnformatted("Address");
  ImGui::SetNextItemWidth(-1);
  constexpr ImGuiInputTextFlags kFlags =
      ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll;
  bool entered =
      ImGui::InputTextWithHint("##connect_address", "127.0.0.1:7788", &state.connect_address, kFlags);
  ui.mark("connect_address");
  hint("HOST:PORT of 'grouser run SCENARIO --serve HOST:PORT'");
  ImGui::TextUnformatted("Token file");
  ImGui::SetNextItemWidth(-1);
  entered = ImGui::InputTextWithHint("##connect_token", "None", &state.connect_token_file, kFlags) || entered;
  ui.mark("connect_token_file");
  hint("File with the secret that the run is served with; a run on this machine may have none");
  ImGui::PushTextWrapPos(0.0f);
  ImGui::TextDisabled("Without a file the secret is that in %s, if there is one.", kLinkTokenVariable);
  ImGui::PopTextWrapPos();
  ImGui::Dummy({0, ui.px(4)});
  return entered;
}

}  // namespace

void connect_dialog(const Ui& ui, Requests& requests) {
  PassingState& state = ui.passing;
  constexpr const char* kTitle = "Connect to a run";
  if (!state.connect_dialog_open && !ImGui::IsPopupOpen(kTitle)) return;
  if (state.connect_dialog_fresh) ImGui::OpenPopup(kTitle);
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({0.5f * screen.x, 0.42f * screen.y}, ImGuiCond_Always, {0.5f, 0.5f});
  ImGui::SetNextWindowSize({std::min(ui.px(480), 0.9f * screen.x), 0.0f});
  if (!ImGui::BeginPopupModal(kTitle, &state.connect_dialog_open,
                              ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove)) {
    state.connect_dialog_open = false;
    return;
  }
  bool confirmed = fields(ui, state);
  const float button = ui.px(96);
  ImGui::SetCursorPosX(ImGui::GetContentRegionMax().x - 2.0f * button - ui.px(8));
  const bool cancel = ImGui::Button("Cancel", {button, 0});
  hint("Do not connect", "Esc");
  ImGui::SameLine(0, ui.px(8));
  ImGui::PushStyleColor(ImGuiCol_Button, IM_COL32(176, 88, 40, 255));
  confirmed = ImGui::Button("Connect", {button, 0}) || confirmed;
  ui.mark("connect_confirm");
  ImGui::PopStyleColor();
  hint("Watch the run that is served there", "Enter");
  confirmed = confirmed && !state.connect_address.empty();
  if (confirmed)
    ask(requests, FileRequest{.kind = FileRequest::Kind::connect,
                              .address = state.connect_address,
                              .token_file = state.connect_token_file});
  if (cancel || confirmed) {
    state.connect_dialog_open = false;
    ImGui::CloseCurrentPopup();
  }
  ImGui::EndPopup();
}

}  // namespace grouser::desktop
