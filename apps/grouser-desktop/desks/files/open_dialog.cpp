// SPDX-License-Identifier: BSD-3-Clause
// Ctrl+O: a path or words to type, places, the scenarios and files that match. Also chooses the second run of
// a comparison.
// The dialog keeps its choice as one index over scenarios and files; Enter takes the entry at the index, or
// what is typed.
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <filesystem>

#include "desks/files/file_list.hpp"
#include "desks/files/files_panels.hpp"
#include "session/file_request.hpp"
#include "view/context_menu.hpp"
#include "widgets/dialog.hpp"

namespace grouser::desktop {

namespace {

/// Callback of ImGui for Tab: replaces the typed text by its completion.
int complete(ImGuiInputTextCallbackData* data) {
  const std::string typed(data->Buf, static_cast<std::size_t>(data->BufTextLen));
  const auto wanted = *static_cast<const FilesWanted*>(data->UserData);
  const std::string whole = completed(typed, list_files(typed, wanted));
  if (whole == typed) return 0;
  data->DeleteChars(0, data->BufTextLen);
  data->InsertChars(0, whole.c_str());
  return 0;
}

/// Lists another folder; the keyboard's mark and the last refusal are dropped.
void go_to(FilesForm& form, const std::string& folder) {
  form.open_path = folder;
  form.chooser.at = -1;
  form.refusal.clear();
}

/// Folders to go to, as links.
void places_column(const Ui& ui, FilesForm& form) {
  ImGui::TextDisabled("Places");
  int number = 0;
  for (const FilePlace& place : file_places(ui.kept.recent)) {
    ImGui::PushID(number);
    if (ImGui::Selectable(place.name.c_str(), form.open_path == place.path,
                          ImGuiSelectableFlags_DontClosePopups))
      go_to(form, place.path);
    ui.mark("place_" + std::to_string(number++));
    hint(place.path.c_str());
    ImGui::PopID();
  }
}

/// Menu of the right button on a file or folder.
MenuEntries listed_menu(const FilesForm& form, const FileEntry& file) {
  std::error_code error;
  const std::string full = std::filesystem::absolute(file.path, error).string();
  MenuEntries entries;
  if (!file.is_folder)
    entries.push_back(
        {"open_file", form.compares ? "Compare" : "Open",
         FileRequest{.kind = form.compares ? FileRequest::Kind::compare : FileRequest::Kind::open_typed,
                     .path = file.path}});
  entries.push_back({"show_in_folder", "Show in folder", ShowInFolderRequest{full}});
  entries.push_back({});
  entries.push_back(copy_entry("copy_path", "Copy its path", full));
  return entries;
}

/// Folders and files; returns the file that was pressed. `at`: index of the entry that the keyboard marks,
/// `moved`: whether it has moved since the last picture.
std::string files_list(const Ui& ui, FilesForm& form, const std::vector<FileEntry>& files, int at, bool moved,
                       Requests& requests) {
  std::string chosen;
  ImGui::TextDisabled(form.open_path.find('/') == std::string::npos ? "This folder" : "Files");
  if (ImGui::Selectable("..", false, ImGuiSelectableFlags_DontClosePopups))
    go_to(form, folder_above(form.open_path));
  ui.mark("folder_above");
  hint("The folder above");
  for (std::size_t k = 0; k < files.size(); ++k) {
    const FileEntry& file = files[k];
    const bool marked = static_cast<int>(k) == at;
    const std::string name = file.name + (file.is_folder ? "/" : "");
    ImGui::PushStyleColor(ImGuiCol_Text, file.is_folder ? palette::kAccent : palette::kText);
    const bool pressed = ImGui::Selectable(name.c_str(), marked, ImGuiSelectableFlags_DontClosePopups);
    ImGui::PopStyleColor();
    ui.mark("file_" + file.name);
    offer_menu(requests, [&] { return listed_menu(form, file); });
    if (marked && moved) ImGui::SetScrollHereY(0.5f);
    if (pressed) file.is_folder ? go_to(form, file.path) : void(chosen = file.path);
  }
  return chosen;
}

/// The field for a path or words; true when Enter was pressed in it.
bool path_field(const Ui& ui, FilesForm& form) {
  FilesWanted wanted = form.compares ? FilesWanted::to_compare : FilesWanted::to_open;
  ImGui::SetNextItemWidth(-1);
  const bool entered = ImGui::InputTextWithHint(
      "##path",
      form.compares ? "Path of a run file (.h5) or of measurements (.csv, .mcap)"
                    : "Words to find a scenario, or the path of a .toml, .h5, .tif or .urdf file",
      &form.open_path, ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_CallbackCompletion,
      complete, &wanted);
  ui.mark("open_path");
  hint("Arrows choose below, Tab completes a path, Enter opens");
  // Edited text drops the mark and the last refusal.
  if (ImGui::IsItemEdited()) {
    form.chooser.at = -1;
    form.refusal.clear();
  }
  return entered;
}

/// The file that is being opened, or why the last one was refused.
void tell_state(const FilesForm& form) {
  ImGui::PushTextWrapPos(0.0f);
  if (form.opening) {
    ImGui::TextDisabled("Opening %s…", form.open_path.c_str());
  } else if (!form.refusal.empty()) {
    ImGui::PushStyleColor(ImGuiCol_Text, palette::kError);
    ImGui::TextUnformatted(form.refusal.c_str());
    ImGui::PopStyleColor();
  }
  ImGui::PopTextWrapPos();
}

}  // namespace

void open_dialog(const Ui& ui, const std::vector<ScenarioEntry>& scenarios, FilesForm& form,
                 const PictureOf& picture, Requests& requests) {
  const bool compares = form.compares;
  const char* const title =
      compares ? "Compare with a run or measurements###open" : "Open a scenario, a run or a terrain###open";
  if (!begin_dialog(ui, title, form.open, {860, 640})) return;
  if (form.open.take_fresh()) ImGui::SetKeyboardFocusHere();
  const bool entered = path_field(ui, form);
  tell_state(form);
  const std::vector<ScenarioEntry> shown =
      compares ? std::vector<ScenarioEntry>{} : matching_scenarios(scenarios, form.open_path);
  const std::vector<FileEntry> files =
      list_files(form.open_path, compares ? FilesWanted::to_compare : FilesWanted::to_open);
  // The arrows go through scenarios and files as one list; the mark `at` is an index of it.
  const auto count = static_cast<int>(shown.size() + files.size());
  const int moves = std::exchange(form.chooser.moves, 0);
  if (moves != 0) form.chooser.at = std::clamp(form.chooser.at + moves, 0, std::max(0, count - 1));
  std::string chosen;
  const float foot = ImGui::GetFrameHeightWithSpacing() + ui.px(4);
  ImGui::BeginChild("places", {ui.px(150), -foot});
  places_column(ui, form);
  ImGui::EndChild();
  ImGui::SameLine(0, ui.px(10));
  ImGui::BeginChild("found", {0, -foot});
  const int at = form.chooser.at, at_file = at - static_cast<int>(shown.size());
  ChooserForm cards = form.chooser;
  if (at_file >= 0) cards.at = -1;
  if (const std::string id = scenario_chooser(ui, shown, cards, picture); !id.empty()) chosen = id;
  if (!shown.empty()) ImGui::Dummy({0, ui.px(4)});
  if (const std::string file = files_list(ui, form, files, at_file, moves != 0, requests); !file.empty())
    chosen = file;
  if (files.empty() && shown.empty()) ImGui::TextDisabled("Nothing here matches");
  ImGui::EndChild();
  const DialogButtons buttons{
      .confirm = compares ? "Compare" : "Open",
      .mark = "open_confirm",
      .tip = compares ? "Show it beside what is open" : "Open what is typed or chosen",
      .cancel_tip = "Open nothing",
      .can = !form.opening,
      .color = IM_COL32(176, 88, 40, 255)};
  const DialogAnswer answer = dialog_buttons(ui, buttons, entered);
  // Enter takes the entry that has the keyboard; a folder is opened.
  if (answer.confirmed && at >= 0 && at < count) {
    if (at_file < 0)
      chosen = shown[static_cast<std::size_t>(at)].id;
    else if (const FileEntry& file = files[static_cast<std::size_t>(at_file)]; file.is_folder)
      go_to(form, file.path);
    else
      chosen = file.path;
  } else if (answer.confirmed) {
    chosen = form.open_path;
  }
  // A file's path stays in the field, so that a refusal shows which one it was.
  if (!chosen.empty()) {
    if (chosen.find('/') != std::string::npos || at_file >= 0) form.open_path = chosen;
    ask(requests, FileRequest{.kind = compares ? FileRequest::Kind::compare : FileRequest::Kind::open_typed,
                              .path = chosen});
  }
  // An opening dialog waits for the file; a comparison closes at once.
  const bool over = answer.cancelled || (compares && !chosen.empty());
  if (answer.cancelled && form.opening) ask(requests, FileRequest{.kind = FileRequest::Kind::cancel_opening});
  end_dialog(form.open, over ? DialogEnd::closes : DialogEnd::stays);
}

}  // namespace grouser::desktop
