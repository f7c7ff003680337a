// SPDX-License-Identifier: BSD-3-Clause
// What is seen before anything is open.
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>

#include "desks/files/files_panels.hpp"
#include "session/file_request.hpp"

namespace grouser::desktop {
namespace {

void centred(const char* text, float width) {
  ImGui::SetCursorPosX(
      std::max(ImGui::GetStyle().WindowPadding.x, 0.5f * (width - ImGui::CalcTextSize(text).x)));
  ImGui::TextUnformatted(text);
}

}  // namespace

void start_panel(const Ui& ui, const RunView& run, const std::vector<ScenarioEntry>& scenarios,
                 ChooserForm& form, Requests& requests) {
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
  centred("Choose one, or drop a scenario (.toml), a run (.h5) or a height map (.tif) here", width);
  ImGui::PopStyleColor();
  ImGui::Dummy({0, ui.px(6)});
  ImGui::SetNextItemWidth(-1);
  if (form.fresh) ImGui::SetKeyboardFocusHere();
  form.fresh = false;
  const bool entered = ImGui::InputTextWithHint("##find", "Type to search: ramp, slope, soil, crane…",
                                                &form.filter, ImGuiInputTextFlags_EnterReturnsTrue);
  ui.mark("scenario_search");
  if (ImGui::IsItemEdited()) form.at = form.filter.empty() ? -1 : 0;
  hint("Words that must all occur in name, group or purpose; arrow keys choose, Enter opens");
  const std::vector<ScenarioEntry> shown = matching_scenarios(scenarios, form.filter);
  std::string chosen;
  ImGui::BeginChild("cards", {0, ImGui::GetContentRegionAvail().y});
  chosen = scenario_chooser(ui, shown, form);
  if (shown.empty()) ImGui::TextDisabled("No scenario matches. Ctrl+O opens a file by its path.");
  ImGui::EndChild();
  const auto at = static_cast<std::size_t>(std::max(0, form.at));
  if (entered && at < shown.size()) chosen = shown[at].id;
  if (!chosen.empty() && !run.loading)
    ask(requests, FileRequest{.kind = FileRequest::Kind::open, .path = chosen});
}

}  // namespace grouser::desktop
