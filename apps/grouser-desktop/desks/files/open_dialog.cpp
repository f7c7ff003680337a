// SPDX-License-Identifier: BSD-3-Clause
// Ctrl+O: a path or words to type, the scenarios and files that match. Also chooses the second run of a
// comparison.
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <filesystem>

#include "desks/panels.hpp"
#include "desks/terrain/terrain_desk.hpp"

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

void open_dialog(const Ui& ui, const std::vector<ScenarioEntry>& scenarios, Requests& requests) {
  PassingState& state = ui.passing;
  const bool compares = state.open_dialog_compares;
  const char* const kTitle =
      compares ? "Compare with a run or measurements###open" : "Open a scenario, a run or a terrain###open";
  if (!state.open_dialog_open && !ImGui::IsPopupOpen(kTitle)) return;
  if (state.open_dialog_fresh) ImGui::OpenPopup(kTitle);
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({0.5f * screen.x, 0.42f * screen.y}, ImGuiCond_Always, {0.5f, 0.5f});
  ImGui::SetNextWindowSize({std::min(ui.px(760), 0.9f * screen.x), std::min(ui.px(620), 0.85f * screen.y)});
  if (!ImGui::BeginPopupModal(kTitle, &state.open_dialog_open,
                              ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove)) {
    state.open_dialog_open = false;
    return;
  }
  if (state.open_dialog_fresh) ImGui::SetKeyboardFocusHere();
  state.open_dialog_fresh = false;
  std::string chosen;
  ImGui::SetNextItemWidth(-1);
  const std::vector<ScenarioEntry> shown =
      compares ? std::vector<ScenarioEntry>{} : matching_scenarios(scenarios, state.open_path);
  if (ImGui::InputTextWithHint("##path",
                               compares
                                   ? "Path of a run file (.h5) or of measurements (.csv)"
                                   : "Words to find a scenario, or the path of a .toml, .h5 or .tif file",
                               &state.open_path, ImGuiInputTextFlags_EnterReturnsTrue)) {
    const auto at = static_cast<std::size_t>(std::max(0, state.chooser_at));
    const bool marked = state.chooser_at >= 0 && at < shown.size();
    chosen = marked ? shown[at].id : state.open_path;
  }
  ui.mark("open_path");
  if (ImGui::IsItemEdited()) state.chooser_at = -1;
  ImGui::BeginChild("found", {0, -ImGui::GetFrameHeightWithSpacing() - ui.px(4)});
  const std::vector<std::string> files = completions(state.open_path, compares);
  if (const std::string id = scenario_chooser(ui, shown); !id.empty()) chosen = id;
  if (!shown.empty() && !files.empty()) ImGui::Dummy({0, ui.px(4)});
  if (!files.empty()) ImGui::TextDisabled(state.open_path.empty() ? "This folder" : "Files");
  if (files.empty() && shown.empty()) ImGui::TextDisabled("Nothing here matches");
  for (const std::string& path : files) {
    if (!ImGui::Selectable(path.c_str(), false, ImGuiSelectableFlags_DontClosePopups)) continue;
    path.back() == '/' ? void(state.open_path = path) : void(chosen = path);
  }
  ImGui::EndChild();
  const float button = ui.px(96);
  ImGui::SetCursorPosX(ImGui::GetContentRegionMax().x - 2.0f * button - ui.px(8));
  const bool cancel = ImGui::Button("Cancel", {button, 0});
  ImGui::SameLine(0, ui.px(8));
  ImGui::PushStyleColor(ImGuiCol_Button, IM_COL32(176, 88, 40, 255));
  if (ImGui::Button(compares ? "Compare" : "Open", {button, 0})) chosen = state.open_path;
  ui.mark("open_confirm");
  ImGui::PopStyleColor();
  if (!chosen.empty())
    ask(requests,
        FileRequest{.kind = compares ? FileRequest::Kind::compare : FileRequest::Kind::open, .path = chosen});
  if (cancel || !chosen.empty()) {
    state.open_dialog_open = false;
    ImGui::CloseCurrentPopup();
  }
  ImGui::EndPopup();
}

}  // namespace grouser::desktop
