// SPDX-License-Identifier: BSD-3-Clause
// Ctrl+O: a path or words to type, the scenarios and files that match. Also chooses the second run of a
// comparison.
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <filesystem>

#include "desks/files/files_panels.hpp"
#include "session/file_request.hpp"
#include "session/ground_files.hpp"
#include "widgets/dialog.hpp"

namespace grouser::desktop {
namespace {

namespace fs = std::filesystem;

/// Folders and files of ours that begin with what was typed.
std::vector<std::string> completions(const std::string& typed, bool beside) {
  std::vector<std::string> found;
  const fs::path path(typed);
  const fs::path folder = typed.empty() ? fs::path(".") : typed.back() == '/' ? path : path.parent_path();
  const std::string start = typed.empty() || typed.back() == '/' ? "" : path.filename().string();
  std::error_code error;
  for (fs::directory_iterator it(folder.empty() ? fs::path(".") : folder, error), end; !error && it != end;
       it.increment(error)) {
    const std::string name = it->path().filename().string();
    if (name.rfind(start, 0) != 0 || name.starts_with(".")) continue;
    const bool is_folder = it->is_directory(error);
    const std::string extension = it->path().extension().string();
    const bool other = beside ? extension == ".csv" : extension == ".toml" || is_map_name(name);
    if (!is_folder && extension != ".h5" && !other) continue;
    found.push_back((folder.empty() || typed.empty() ? fs::path(name) : folder / name).string() +
                    (is_folder ? "/" : ""));
    if (found.size() > 400) break;
  }
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace

void open_dialog(const Ui& ui, const std::vector<ScenarioEntry>& scenarios, FilesForm& form,
                 const PictureOf& picture, Requests& requests) {
  const bool compares = form.compares;
  const char* const title =
      compares ? "Compare with a run or measurements###open" : "Open a scenario, a run or a terrain###open";
  if (!begin_dialog(ui, title, form.open, {760, 620})) return;
  if (form.open.take_fresh()) ImGui::SetKeyboardFocusHere();
  std::string chosen;
  ImGui::SetNextItemWidth(-1);
  const std::vector<ScenarioEntry> shown =
      compares ? std::vector<ScenarioEntry>{} : matching_scenarios(scenarios, form.open_path);
  if (ImGui::InputTextWithHint("##path",
                               compares
                                   ? "Path of a run file (.h5) or of measurements (.csv)"
                                   : "Words to find a scenario, or the path of a .toml, .h5 or .tif file",
                               &form.open_path, ImGuiInputTextFlags_EnterReturnsTrue)) {
    const auto at = static_cast<std::size_t>(std::max(0, form.chooser.at));
    const bool marked = form.chooser.at >= 0 && at < shown.size();
    chosen = marked ? shown[at].id : form.open_path;
  }
  ui.mark("open_path");
  if (ImGui::IsItemEdited()) form.chooser.at = -1;
  ImGui::BeginChild("found", {0, -ImGui::GetFrameHeightWithSpacing() - ui.px(4)});
  const std::vector<std::string> files = completions(form.open_path, compares);
  if (const std::string id = scenario_chooser(ui, shown, form.chooser, picture); !id.empty()) chosen = id;
  if (!shown.empty() && !files.empty()) ImGui::Dummy({0, ui.px(4)});
  if (!files.empty()) ImGui::TextDisabled(form.open_path.empty() ? "This folder" : "Files");
  if (files.empty() && shown.empty()) ImGui::TextDisabled("Nothing here matches");
  for (const std::string& path : files) {
    if (!ImGui::Selectable(path.c_str(), false, ImGuiSelectableFlags_DontClosePopups)) continue;
    path.back() == '/' ? void(form.open_path = path) : void(chosen = path);
  }
  ImGui::EndChild();
  const DialogButtons buttons{
      .confirm = compares ? "Compare" : "Open",
      .mark = "open_confirm",
      .tip = compares ? "Show it beside what is open" : "Open what is typed or chosen",
      .cancel_tip = "Open nothing",
      .color = IM_COL32(176, 88, 40, 255)};
  DialogAnswer answer = dialog_buttons(ui, buttons, false);
  if (answer.confirmed) chosen = form.open_path;
  answer.confirmed = !chosen.empty();
  if (!chosen.empty())
    ask(requests,
        FileRequest{.kind = compares ? FileRequest::Kind::compare : FileRequest::Kind::open, .path = chosen});
  end_dialog(form.open, answer.end());
}

}  // namespace grouser::desktop
