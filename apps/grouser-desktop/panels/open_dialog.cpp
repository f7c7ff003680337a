// Ctrl+O: a path to type, with what matches it, and the examples.
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <filesystem>

#include "panels/panels.hpp"

namespace grouser::desktop {
namespace {

namespace fs = std::filesystem;

/// Folders and files of ours that begin with what was typed.
std::vector<std::string> completions(const std::string& typed) {
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
    if (!is_folder && extension != ".toml" && extension != ".h5") continue;
    found.push_back((folder.empty() || typed.empty() ? fs::path(name) : folder / name).string() +
                    (is_folder ? "/" : ""));
    if (found.size() > 400) break;
  }
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace

void open_dialog(const Ui& ui, const std::vector<std::string>& examples, Requests& requests) {
  PassingState& state = ui.passing;
  constexpr const char* kTitle = "Open a scenario or a run";
  if (!state.open_dialog_open && !ImGui::IsPopupOpen(kTitle)) return;
  if (state.open_dialog_fresh) ImGui::OpenPopup(kTitle);
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({0.5f * screen.x, 0.42f * screen.y}, ImGuiCond_Always, {0.5f, 0.5f});
  ImGui::SetNextWindowSize({std::min(ui.px(620), 0.9f * screen.x), std::min(ui.px(430), 0.85f * screen.y)});
  if (!ImGui::BeginPopupModal(kTitle, &state.open_dialog_open,
                              ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove)) {
    state.open_dialog_open = false;
    return;
  }
  if (state.open_dialog_fresh) ImGui::SetKeyboardFocusHere();
  state.open_dialog_fresh = false;
  std::string chosen;
  ImGui::SetNextItemWidth(-1);
  if (ImGui::InputTextWithHint("##path", "Path of a .toml or .h5 file, or the name of an example",
                               &state.open_path, ImGuiInputTextFlags_EnterReturnsTrue)) {
    chosen = state.open_path;
  }
  ui.mark("open_path");
  ImGui::BeginChild("found", {0, -ImGui::GetFrameHeightWithSpacing() - ui.px(4)});
  if (state.open_path.empty()) {
    ImGui::TextDisabled("Examples");
    for (const std::string& id : examples) {
      if (ImGui::Selectable(id.c_str())) chosen = id;
    }
    ImGui::Dummy({0, ui.px(4)});
    ImGui::TextDisabled("This folder");
  }
  for (const std::string& path : completions(state.open_path)) {
    if (!ImGui::Selectable(path.c_str(), false, ImGuiSelectableFlags_DontClosePopups)) continue;
    path.back() == '/' ? void(state.open_path = path) : void(chosen = path);
  }
  ImGui::EndChild();
  const float button = ui.px(96);
  ImGui::SetCursorPosX(ImGui::GetContentRegionMax().x - 2.0f * button - ui.px(8));
  const bool cancel = ImGui::Button("Cancel", {button, 0});
  ImGui::SameLine(0, ui.px(8));
  ImGui::PushStyleColor(ImGuiCol_Button, IM_COL32(176, 88, 40, 255));
  if (ImGui::Button("Open", {button, 0})) chosen = state.open_path;
  ui.mark("open_confirm");
  ImGui::PopStyleColor();
  if (!chosen.empty()) requests.push_back({RequestKind::open_file, 0, 0, 0, chosen});
  if (cancel || !chosen.empty()) {
    state.open_dialog_open = false;
    ImGui::CloseCurrentPopup();
  }
  ImGui::EndPopup();
}

}  // namespace grouser::desktop
