// SPDX-License-Identifier: BSD-3-Clause
// Dialogs that save changes, drop them, or restore those of a program that was killed.
#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>

#include "desks/document/document_panels.hpp"
#include "session/document/document_request.hpp"
#include "session/document/saving_request.hpp"
#include "widgets/dialog.hpp"

namespace grouser::desktop {
namespace {

namespace fs = std::filesystem;

/// "5 min ago": s, min, h or days.
std::string age_text(double seconds) {
  if (seconds < 90.0) return fmt::format("{:.0f} s ago", std::max(0.0, seconds));
  if (seconds < 5400.0) return fmt::format("{:.0f} min ago", seconds / 60.0);
  if (seconds < 172800.0) return fmt::format("{:.0f} h ago", seconds / 3600.0);
  return fmt::format("{:.0f} days ago", seconds / 86400.0);
}

}  // namespace

void save_dialog(const Ui& ui, SavingForm& form, Requests& requests) {
  if (!begin_dialog(ui, "Save the scenario", form.name, {560, 0})) return;
  if (form.name.take_fresh()) ImGui::SetKeyboardFocusHere();
  ImGui::TextUnformatted("Scenario file");
  ImGui::SetNextItemWidth(-1);
  const bool entered = ImGui::InputText(
      "##save_path", &form.path, ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
  ui.mark("save_path");
  hint("Name of the scenario (.toml); relative names are in the folder the program was started in");
  std::error_code error;
  const fs::path full = fs::absolute(form.path, error);
  ImGui::PushTextWrapPos(0.0f);
  ImGui::TextDisabled("%s", full.string().c_str());
  // Says why the name cannot be saved, or that a file will be replaced.
  ImGui::PushStyleColor(ImGuiCol_Text, palette::kWarning);
  const bool folder = fs::is_directory(full, error), toml = full.extension() == ".toml";
  const bool place = fs::is_directory(full.parent_path(), error);
  if (folder)
    ImGui::TextUnformatted("This is a folder: add a file name.");
  else if (!toml)
    ImGui::TextUnformatted("The name of a scenario ends in .toml.");
  else if (!place)
    ImGui::TextUnformatted("There is no such folder.");
  else if (fs::exists(full, error))
    ImGui::TextUnformatted("This scenario exists and will be replaced.");
  ImGui::PopStyleColor();
  ImGui::PopTextWrapPos();
  ImGui::Dummy({0, ui.px(4)});
  const DialogButtons buttons{.confirm = "Save",
                              .mark = "save_confirm",
                              .tip = "Write the scenario with its changes",
                              .cancel_tip = "Write nothing",
                              .cancel_mark = "save_cancel",
                              .can = !folder && toml && place};
  const DialogAnswer answer = dialog_buttons(ui, buttons, entered);
  if (answer.confirmed)
    ask(requests, DocumentRequest{.kind = DocumentRequest::Kind::save, .text = form.path});
  end_dialog(form.name, answer.end());
}

void leave_dialog(const Ui& ui, SavingForm& form, const DocumentView& view, Requests& requests) {
  const auto& changes = view.document->changes();
  if (!begin_dialog(ui, "Unsaved changes", form.leave, {520, 0})) return;
  form.leave.fresh = false;
  // Lists other desks' losses, then at most six changes of the document.
  for (const std::string& lost : form.other) ImGui::TextWrapped("%s", lost.c_str());
  if (form.about_document)
    ImGui::TextWrapped("%s has changes that no file has:", fs::path(view.file).filename().string().c_str());
  const std::size_t kMostShown = form.about_document ? 6 : 0;
  for (std::size_t k = 0; k < std::min(kMostShown, changes.size()); ++k)
    ImGui::BulletText("%s = %s", changes[k].key.c_str(), changes[k].value.c_str());
  if (form.about_document && changes.size() > kMostShown)
    ImGui::BulletText("and %zu more", changes.size() - kMostShown);
  ImGui::Dummy({0, ui.px(4)});
  const float button = ui.px(110), gap = ui.px(8);
  ImGui::SetCursorPosX(ImGui::GetContentRegionMax().x - 3.0f * button - 2.0f * gap);
  DialogEnd end = DialogEnd::stays;
  const auto choice = [&](const char* text, const char* mark, const char* tip, SavingRequest::Kind kind) {
    const bool pressed = ImGui::Button(text, {button, 0});
    ui.mark(mark);
    hint(tip);
    ImGui::SameLine(0, gap);
    if (!pressed) return;
    ask(requests, SavingRequest{.kind = kind});
    end = DialogEnd::closes;
  };
  choice("Cancel", "leave_cancel", "Stay here", SavingRequest::Kind::stay);
  choice("Discard", "leave_discard", "Leave without the changes", SavingRequest::Kind::discard);
  choice("Save…", "leave_save", "Save them first", SavingRequest::Kind::save_and_leave);
  ImGui::NewLine();
  end_dialog(form.leave, end);
}

void restore_panel(const Ui& ui, const DocumentView& view, Requests& requests) {
  if (view.left_behind.empty()) return;
  const Autosave& newest = view.left_behind.front();
  ImGui::PushStyleColor(ImGuiCol_Text, palette::kWarning);
  ImGui::TextWrapped("The program ended without saving %zu change%s of %s, %s.", newest.changes.size(),
                     newest.changes.size() == 1 ? "" : "s",
                     fs::path(newest.scenario).filename().string().c_str(), age_text(newest.age).c_str());
  ImGui::PopStyleColor();
  if (ImGui::Button("Restore"))
    ask(requests, DocumentRequest{.kind = DocumentRequest::Kind::restore, .index = 0});
  ui.mark("restore");
  hint("Open the scenario with these changes");
  ImGui::SameLine();
  if (ImGui::Button("Discard"))
    ask(requests, DocumentRequest{.kind = DocumentRequest::Kind::drop_restore, .index = 0});
  ui.mark("drop_restore");
  hint("Forget these changes for good");
  ImGui::Dummy({0, ui.px(6)});
}

}  // namespace grouser::desktop
