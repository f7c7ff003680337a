// SPDX-License-Identifier: BSD-3-Clause
// Asks under which name a live run is recorded, or a run saved.
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <filesystem>

#include "desks/panels.hpp"
#include "grouser/base/output_files.hpp"

namespace grouser::desktop {
namespace {

namespace fs = std::filesystem;

/// A note for the person before Record or Save is pressed.
void tell_consequences(const RunView& run, const std::string& path, bool saves) {
  std::error_code error;
  const fs::path full = fs::absolute(path, error);
  ImGui::PushTextWrapPos(0.0f);
  ImGui::TextDisabled("%s", full.string().c_str());
  if (!saves && run.newest > 0.0)
    ImGui::TextUnformatted("The run starts again from 0 s, so that the file holds all of it.");
  if (saves && run.mode == SessionMode::live && !run.ended)
    ImGui::TextUnformatted("The run is not over: the file holds what has been simulated until now.");
  ImGui::PushStyleColor(ImGuiCol_Text, palette::kWarning);
  if (fs::is_directory(full, error)) {
    ImGui::TextUnformatted("This is a folder: add a file name.");
  } else if (fs::exists(full, error)) {
    ImGui::TextUnformatted(is_ours(full, run_file_kind())
                               ? "This run file exists and will be replaced."
                               : "This file exists and is no run file: choose another name.");
  } else if (!fs::is_directory(full.parent_path(), error)) {
    ImGui::TextUnformatted("There is no such folder.");
  }
  ImGui::PopStyleColor();
  ImGui::PopTextWrapPos();
}

}  // namespace

void record_dialog(const Ui& ui, const RunView& run, Requests& requests) {
  PassingState& state = ui.passing;
  const bool saves = state.record_dialog_saves;
  const char* const title = saves ? "Save this run" : "Record this run";
  if (!state.record_dialog_open && !ImGui::IsPopupOpen(title)) return;
  if (state.record_dialog_fresh) ImGui::OpenPopup(title);
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({0.5f * screen.x, 0.42f * screen.y}, ImGuiCond_Always, {0.5f, 0.5f});
  ImGui::SetNextWindowSize({std::min(ui.px(560), 0.9f * screen.x), 0.0f});
  if (!ImGui::BeginPopupModal(title, &state.record_dialog_open,
                              ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove)) {
    state.record_dialog_open = false;
    return;
  }
  if (state.record_dialog_fresh) ImGui::SetKeyboardFocusHere();
  state.record_dialog_fresh = false;
  ImGui::TextUnformatted("Run file");
  ImGui::SetNextItemWidth(-1);
  bool confirmed = ImGui::InputText("##record_path", &state.record_path,
                                    ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
  ui.mark("record_path");
  hint("Name of the run file (.h5); relative names are in the folder the program was started in");
  tell_consequences(run, state.record_path, saves);
  ImGui::Dummy({0, ui.px(4)});
  const float button = ui.px(96);
  ImGui::SetCursorPosX(ImGui::GetContentRegionMax().x - 2.0f * button - ui.px(8));
  const bool cancel = ImGui::Button("Cancel", {button, 0});
  hint(saves ? "Do not save" : "Do not record", "Esc");
  ImGui::SameLine(0, ui.px(8));
  ImGui::PushStyleColor(ImGuiCol_Button,
                        saves ? ImGui::GetColorU32(ImGuiCol_Button) : IM_COL32(168, 52, 46, 255));
  ImGui::PushStyleColor(ImGuiCol_ButtonHovered,
                        saves ? ImGui::GetColorU32(ImGuiCol_ButtonHovered) : IM_COL32(190, 66, 58, 255));
  confirmed = ImGui::Button(saves ? "Save" : "Record", {button, 0}) || confirmed;
  ui.mark("record_confirm");
  ImGui::PopStyleColor(2);
  hint(saves ? "Save the run" : "Start recording", "Enter");
  confirmed = confirmed && !state.record_path.empty();
  if (confirmed && saves)
    ask(requests, ResultRequest{.kind = ResultRequest::Kind::save, .path = state.record_path});
  else if (confirmed)
    ask(requests, FileRequest{.kind = FileRequest::Kind::start_recording, .path = state.record_path});
  if (cancel || confirmed) {
    state.record_dialog_open = false;
    ImGui::CloseCurrentPopup();
  }
  ImGui::EndPopup();
}

}  // namespace grouser::desktop
