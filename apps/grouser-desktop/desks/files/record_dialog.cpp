// SPDX-License-Identifier: BSD-3-Clause
// Asks under which name a live run is recorded, or a run saved.
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <filesystem>

#include "desks/files/files_panels.hpp"
#include "grouser/base/output_files.hpp"
#include "session/file_request.hpp"
#include "session/result_request.hpp"
#include "widgets/dialog.hpp"

namespace grouser::desktop {
namespace {

namespace fs = std::filesystem;

/// Says where the file will be, and what pressing the button does to the run or to a file of that name.
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

void record_dialog(const Ui& ui, const RunView& run, FilesForm& form, Requests& requests) {
  const bool saves = form.record_saves;
  if (!begin_dialog(ui, saves ? "Save this run" : "Record this run", form.record, {560, 0})) return;
  if (form.record.take_fresh()) ImGui::SetKeyboardFocusHere();
  ImGui::TextUnformatted("Run file");
  ImGui::SetNextItemWidth(-1);
  const bool entered =
      ImGui::InputText("##record_path", &form.record_path,
                       ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
  ui.mark("record_path");
  hint("Name of the run file (.h5); relative names are in the folder the program was started in");
  tell_consequences(run, form.record_path, saves);
  ImGui::Dummy({0, ui.px(4)});
  const DialogButtons buttons{.confirm = saves ? "Save" : "Record",
                              .mark = "record_confirm",
                              .tip = saves ? "Save the run" : "Start recording",
                              .cancel_tip = saves ? "Do not save" : "Do not record",
                              .can = !form.record_path.empty(),
                              .color = saves ? 0 : IM_COL32(168, 52, 46, 255),
                              .hovered = saves ? 0 : IM_COL32(190, 66, 58, 255)};
  const DialogAnswer answer = dialog_buttons(ui, buttons, entered);
  if (answer.confirmed && saves)
    ask(requests, ResultRequest{.kind = ResultRequest::Kind::save, .path = form.record_path});
  else if (answer.confirmed)
    ask(requests, FileRequest{.kind = FileRequest::Kind::start_recording, .path = form.record_path});
  end_dialog(form.record, answer.end());
}

}  // namespace grouser::desktop
