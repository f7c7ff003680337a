// SPDX-License-Identifier: BSD-3-Clause
// Saving the ground and driving on it. The dialog keeps the wish to drive (start_after_save) until the file
// is written.
#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <filesystem>

#include "desks/terrain/terrain_panels.hpp"
#include "grouser/base/output_files.hpp"

namespace grouser::desktop {
namespace {

namespace fs = std::filesystem;

/// The reason why a file cannot have this name; empty: none.
std::string objection(const std::string& path, bool& exists) {
  std::error_code error;
  const fs::path full = fs::absolute(path, error);
  exists = fs::exists(full, error);
  if (fs::is_directory(full, error)) return "This is a folder: add a file name.";
  const std::string ending = full.extension().string();
  if (ending != ".tif" && ending != ".tiff") return "A name that ends in .tif.";
  // Only files that the program wrote may be replaced.
  if (exists && !is_ours(full, geotiff_kind())) return "This file is not Grouser's: choose another name.";
  if (!exists && !fs::is_directory(full.parent_path(), error)) return "There is no such folder.";
  return "";
}

}  // namespace

void open_save_dialog(TerrainUi& state, const TerrainView& view, AfterSaving then) {
  state.save_open = state.save_fresh = true;
  state.start_after_save = then == AfterSaving::drive;
  state.replace = false;
  if (!view.saved_as.empty()) {
    state.save_path = view.saved_as;
    return;
  }
  // A proposed name differs from that of the map.
  const std::string stem = fs::path(view.name).stem().string();
  state.save_path = stem + (view.recipe.empty() ? "_clean.tif" : ".tif");
}

void finish_panel(const Ui& ui, TerrainUi& state, const TerrainView& view, TerrainRequests& requests) {
  heading(ui, "Use");
  // Nothing can be used while a job changes the ground.
  ImGui::BeginDisabled(!view.site || !view.job.empty());
  if (ImGui::Button(view.changed ? "Save as GeoTIFF…" : "Save again…", {-1, 0}))
    open_save_dialog(state, view, AfterSaving::stay);
  ui.mark("terrain_save");
  hint("Writes what grouser terrain writes; nothing is replaced unasked", "Ctrl+S");
  ImGui::AlignTextToFramePadding();
  ImGui::TextDisabled("rover");
  ImGui::SameLine(0, ui.px(8));
  ImGui::SetNextItemWidth(-1);
  const bool egress = state.start == SiteStart::egress;
  constexpr const char* kOnLander = "ExoMars LVM on its lander";
  const auto chosen = std::find_if(state.rovers.begin(), state.rovers.end(),
                                   [&](const auto& rover) { return rover.first == state.rover; });
  const std::string shown = chosen == state.rovers.end() ? state.rover : chosen->second;
  if (ImGui::BeginCombo("##rover", egress ? kOnLander : shown.c_str())) {
    for (const auto& [id, title] : state.rovers)
      if (ImGui::Selectable(title.c_str(), !egress && id == state.rover))
        state.rover = id, state.start = SiteStart::drive;
    if (ImGui::Selectable(kOnLander, egress)) state.start = SiteStart::egress;
    ui.mark("terrain_on_lander");
    ImGui::EndCombo();
  }
  ui.mark("terrain_rover");
  hint(egress ? "The lander touches down in the middle and the rover drives out, as in egress_mars"
              : "That is set down in the middle and drives east, as in traverse_mars");
  ImGui::PushStyleColor(ImGuiCol_Button, IM_COL32(176, 88, 40, 255));
  if (ImGui::Button(view.changed ? "Save and drive on it…" : "Drive on it", {-1, 0})) {
    if (view.changed)
      open_save_dialog(state, view, AfterSaving::drive);
    else
      requests.push_back({.kind = TerrainRequestKind::start, .text = state.rover, .start = state.start});
  }
  ImGui::PopStyleColor();
  ui.mark("terrain_start");
  ImGui::EndDisabled();
  hint("Opens a scenario with this ground, the rover in its middle");
}

void save_terrain_dialog(const Ui& ui, TerrainUi& state, const TerrainView&, TerrainRequests& requests) {
  constexpr const char* kTitle = "Save the terrain";
  if (!state.save_open && !ImGui::IsPopupOpen(kTitle)) return;
  if (state.save_fresh) ImGui::OpenPopup(kTitle);
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({0.5f * screen.x, 0.42f * screen.y}, ImGuiCond_Always, {0.5f, 0.5f});
  ImGui::SetNextWindowSize({std::min(ui.px(560), 0.9f * screen.x), 0.0f});
  // ImGui closes the popup on Escape: that gives up saving.
  if (!ImGui::BeginPopupModal(kTitle, &state.save_open,
                              ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove)) {
    state.save_open = false;
    requests.push_back({.kind = TerrainRequestKind::give_up_saving});
    return;
  }
  if (state.save_fresh) ImGui::SetKeyboardFocusHere();
  state.save_fresh = false;
  ImGui::SetNextItemWidth(-1);
  bool confirmed = ImGui::InputText("##save_path", &state.save_path,
                                    ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
  ui.mark("terrain_save_path");
  hint("Name of the GeoTIFF (.tif); relative names are in the folder the program was started in");
  // The consent to replace is for one name only.
  if (ImGui::IsItemEdited()) state.replace = false;
  bool exists = false;
  const std::string wrong = objection(state.save_path, exists);
  std::error_code error;
  ImGui::PushTextWrapPos(0.0f);
  ImGui::TextDisabled("%s", fs::absolute(state.save_path, error).string().c_str());
  ImGui::PushStyleColor(ImGuiCol_Text, palette::kWarning);
  if (!wrong.empty()) ImGui::TextUnformatted(wrong.c_str());
  ImGui::PopStyleColor();
  ImGui::PopTextWrapPos();
  if (wrong.empty() && exists) {
    ImGui::Checkbox("Replace the terrain that has this name", &state.replace);
    ui.mark("terrain_replace");
    hint("A terrain that Grouser wrote is there already");
  }
  const float button = ui.px(96);
  ImGui::Dummy({0, ui.px(4)});
  ImGui::SetCursorPosX(ImGui::GetContentRegionMax().x - 2.0f * button - ui.px(8));
  const bool cancel = ImGui::Button("Cancel", {button, 0});
  hint("Do not save", "Esc");
  ImGui::SameLine(0, ui.px(8));
  // An existing file needs the tick before it is replaced.
  const bool allowed = wrong.empty() && (!exists || state.replace);
  ImGui::BeginDisabled(!allowed);
  ImGui::PushStyleColor(ImGuiCol_Button, IM_COL32(176, 88, 40, 255));
  confirmed = ImGui::Button(exists ? "Replace" : "Save", {button, 0}) || confirmed;
  ui.mark("terrain_save_confirm");
  ImGui::PopStyleColor();
  ImGui::EndDisabled();
  confirmed = confirmed && allowed;
  if (confirmed) requests.push_back({.kind = TerrainRequestKind::save, .text = state.save_path});
  if (cancel) requests.push_back({.kind = TerrainRequestKind::give_up_saving});
  if (cancel || confirmed) {
    state.save_open = false;
    ImGui::CloseCurrentPopup();
  }
  ImGui::EndPopup();
}

}  // namespace grouser::desktop
