// SPDX-License-Identifier: BSD-3-Clause
// The start page, shown before anything is open: recent files, or three scenarios to begin with, then all
// scenarios as cards. Typing filters the cards, and Enter opens the one that the keyboard marks.
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "desks/files/files_panels.hpp"
#include "session/file_request.hpp"
#include "view/context_menu.hpp"

namespace grouser::desktop {
namespace {

/// A line in the middle of `width`, px; at the left edge where it is wider.
void centred(const char* text, float width) {
  ImGui::SetCursorPosX(
      std::max(ImGui::GetStyle().WindowPadding.x, 0.5f * (width - ImGui::CalcTextSize(text).x)));
  ImGui::TextUnformatted(text);
}

constexpr const char* kOpenFile = "Open a file…";

/// Scenarios to begin with, from plain to rich.
constexpr const char* kFirst[] = {"wheel_drop_200", "drive_flat_soft", "egress_mars"};

/// Menu of the right button on a recent file.
MenuEntries recent_menu(const std::string& path) {
  return {{"open_file", "Open", FileRequest{.kind = FileRequest::Kind::open, .path = path}},
          {"show_in_folder", "Show in folder", ShowInFolderRequest{path}},
          {},
          copy_entry("copy_path", "Copy its path", path)};
}

/// Recent files; or, at the very first start, three scenarios to begin with. Returns the one that was
/// pressed.
std::string first_rows(const Ui& ui, const std::vector<ScenarioEntry>& scenarios, const PictureOf& picture,
                       Requests& requests) {
  constexpr std::size_t kMostRecent = 5;
  std::string chosen;
  ImGui::PushFont(ui.fonts.strong);
  ImGui::TextDisabled(ui.kept.recent.empty() ? "New here? Begin with one of these" : "Recent");
  ImGui::PopFont();
  if (!ui.kept.recent.empty()) {
    for (std::size_t k = 0; k < std::min(kMostRecent, ui.kept.recent.size()); ++k) {
      const std::filesystem::path path(ui.kept.recent[k]);
      const std::string name = path.filename().string(), folder = path.parent_path().string();
      // The path is part of the id, because two files may have the same name.
      if (ImGui::Selectable((name + "##recent_" + path.string()).c_str())) chosen = path.string();
      if (k == 0) ui.mark("recent_first");
      offer_menu(requests, [&] { return recent_menu(path.string()); });
      hint(path.c_str());
      if (folder.empty()) continue;
      ImGui::SameLine(std::max(ui.px(260), ImGui::CalcTextSize(name.c_str()).x + ui.px(30)));
      ImGui::TextDisabled("%s", fit_text(folder, ImGui::GetContentRegionAvail().x).c_str());
    }
  } else {
    const float gap = ui.px(8), width = (ImGui::GetContentRegionAvail().x - ui.px(2) - 2.0f * gap) / 3.0f;
    const ImVec2 size{width, 4.0f * ImGui::GetTextLineHeight() + ui.px(17)};
    bool first = true;
    ImGui::PushID("first");
    // A scenario that is not installed leaves no gap.
    for (const char* id : kFirst) {
      const auto entry = std::find_if(scenarios.begin(), scenarios.end(),
                                      [&](const ScenarioEntry& e) { return e.id == id; });
      if (entry == scenarios.end()) continue;
      if (!std::exchange(first, false)) ImGui::SameLine(0, gap);
      if (scenario_card(ui, *entry, size, false, picture)) chosen = entry->id;
    }
    ImGui::PopID();
  }
  ImGui::Dummy({0, ui.px(6)});
  return chosen;
}

}  // namespace

void start_panel(const Ui& ui, const RunView& run, const std::vector<ScenarioEntry>& scenarios,
                 ChooserForm& form, const PictureOf& picture, Requests& requests) {
  const float width = ImGui::GetWindowWidth();
  ImGui::Dummy({0, ui.px(4)});
  ImGui::PushFont(ui.fonts.large);
  const bool connecting = !run.link.address.empty() && run.link.state == LinkState::connecting;
  centred(run.loading  ? "Loading…"
          : connecting ? ("Connecting to " + run.link.address + "…").c_str()
                       : "Open a scenario",
          width);
  ImGui::PopFont();
  ImGui::PushStyleColor(ImGuiCol_Text, palette::kDim);
  centred("Choose one, or drop a scenario, a run (.h5), a height map (.tif) or a rover (.urdf) here", width);
  ImGui::PopStyleColor();
  ImGui::Dummy({0, ui.px(6)});
  ImGui::SetNextItemWidth(-button_width(kOpenFile) - ui.px(8));
  if (form.fresh) ImGui::SetKeyboardFocusHere();
  form.fresh = false;
  const bool entered = ImGui::InputTextWithHint("##find", "Type to search: ramp, slope, soil, crane…",
                                                &form.filter, ImGuiInputTextFlags_EnterReturnsTrue);
  ui.mark("scenario_search");
  // Typing marks the first match, so that Enter opens it.
  if (ImGui::IsItemEdited()) form.at = form.filter.empty() ? -1 : 0;
  hint("Words that must all occur in name, group or purpose; arrow keys choose, Enter opens");
  ImGui::SameLine(0, ui.px(8));
  if (ImGui::Button(kOpenFile)) ask(requests, FileRequest{.kind = FileRequest::Kind::show_open_dialog});
  ui.mark("start_open");
  hint("A scenario, a recorded run, a height map or a table from disk", "Ctrl+O");
  const std::vector<ScenarioEntry> shown = matching_scenarios(scenarios, form.filter);
  std::string chosen;
  ImGui::BeginChild("cards", {0, ImGui::GetContentRegionAvail().y});
  if (form.filter.empty()) chosen = first_rows(ui, scenarios, picture, requests);
  if (const std::string id = scenario_chooser(ui, shown, form, picture); !id.empty()) chosen = id;
  if (shown.empty()) ImGui::TextDisabled("No scenario matches. Ctrl+O opens a file by its path.");
  ImGui::EndChild();
  const auto at = static_cast<std::size_t>(std::max(0, form.at));
  if (entered && at < shown.size()) chosen = shown[at].id;
  if (!chosen.empty() && !run.loading)
    ask(requests, FileRequest{.kind = FileRequest::Kind::open, .path = chosen});
}

}  // namespace grouser::desktop
