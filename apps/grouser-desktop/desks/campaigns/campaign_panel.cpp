// SPDX-License-Identifier: BSD-3-Clause
// Settings of a campaign, its progress, and its results in numbers.
// Rows of fields edit a copy of the settings and ask for it as a whole when one has changed. Ids begin with
// "##", so tests find a field by its id from the third character.
#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include <filesystem>

#include "desks/campaigns/statistics_panels.hpp"
#include "desks/campaigns/statistics_request.hpp"
#include "session/scenario_list.hpp"
#include "widgets/entry_field.hpp"
#include "widgets/units.hpp"

namespace grouser::desktop {
namespace {

using StatisticsKind = StatisticsRequest::Kind;

constexpr ImU32 kStart = IM_COL32(176, 88, 40, 255), kJobProgress = IM_COL32(150, 84, 46, 255);

/// Asks for the placements' settings to be replaced by these.
void ask_placements(const PlacementSettings& settings, StatisticsRequests& requests) {
  requests.push_back({.kind = StatisticsKind::edit_placements,
                      .placements = std::make_shared<const PlacementSettings>(settings)});
}

/// Asks for the tilt bed's settings to be replaced by these.
void ask_grades(const GradeSettings& settings, StatisticsRequests& requests) {
  requests.push_back(
      {.kind = StatisticsKind::edit_grades, .grades = std::make_shared<const GradeSettings>(settings)});
}

/// The name before a field, in a column of its own.
void name_of_row(const Ui& ui, const char* name) {
  ImGui::AlignTextToFramePadding();
  ImGui::TextDisabled("%s", name);
  ImGui::SameLine(ui.px(104));
  ImGui::SetNextItemWidth(-1);
}

/// Label, id, tooltip and limits of a row.
struct SettingRow {
  std::string name;
  const char *id, *tip;
  EntryField field;
};

/// A number in the user's display unit; true if another was typed, which is in `value` in the field's unit.
bool number_row(const Ui& ui, const SettingRow& row, double& value) {
  const bool plain = row.field.unit == "-";
  const DisplayUnit shown = field_unit(ui.units(), row.field.unit);
  name_of_row(ui, (row.name + (plain ? "" : ", " + shown.label)).c_str());
  const auto typed = entry_field(ui, row.id, fmt::format("{:.12g}", value), row.field);
  ui.mark(std::string("statistics_") + (row.id + 2));
  const std::string unit = plain ? "" : " " + shown.label;
  // The tooltip lists the limits in the unit that is shown.
  hint(fmt::format("{}\n{:g} to {:g}{}", row.tip, shown.factor * row.field.least,
                   shown.factor * row.field.most, unit)
           .c_str());
  if (typed) value = *typed;
  return typed.has_value();
}

/// One of these names, or a typed one; true if another was chosen.
bool choice_row(const Ui& ui, StatisticsUi& state, const SettingRow& row,
                const std::vector<std::string>& names, std::string& value) {
  name_of_row(ui, row.name.c_str());
  bool chosen = false;
  const std::string shown = std::filesystem::path(value).filename().string();
  if (ImGui::BeginCombo(row.id, shown.empty() ? "choose" : shown.c_str(), ImGuiComboFlags_HeightLarge)) {
    if (ImGui::IsWindowAppearing()) {
      // The list opens with an empty filter that has the keyboard.
      state.filter.clear();
      ImGui::SetKeyboardFocusHere();
    }
    ImGui::SetNextItemWidth(ui.px(300));
    // Enter takes the typed text as a name or path.
    if (ImGui::InputTextWithHint("##filter", "Search, or the path of a file and Enter", &state.filter,
                                 ImGuiInputTextFlags_EnterReturnsTrue) &&
        !state.filter.empty()) {
      value = state.filter;
      chosen = true;
      ImGui::CloseCurrentPopup();
    }
    ui.mark(std::string("statistics_filter_") + (row.id + 2));
    for (const std::string& name : names) {
      if (!contains_words(name, state.filter)) continue;
      if (!ImGui::Selectable(std::filesystem::path(name).filename().string().c_str(), name == value))
        continue;
      value = name;
      chosen = true;
    }
    ImGui::EndCombo();
  }
  ui.mark(std::string("statistics_") + (row.id + 2));
  hint((std::string(row.tip) + (value.empty() ? "" : "\nNow " + value)).c_str());
  return chosen;
}

/// The progress and a Cancel button while a job runs, else the button that starts or continues the
/// campaign.
void start_or_progress(const Ui& ui, const StatisticsWorkView& view, const std::string& what, bool possible,
                       StatisticsRequests& requests) {
  ImGui::Dummy({0, ui.px(2)});
  const float button = ui.px(80), room = ImGui::GetContentRegionAvail().x;
  if (!view.job.empty()) {
    const double part =
        view.total > 0 ? static_cast<double>(view.done) / static_cast<double>(view.total) : 0.0;
    // beside the bar only where that is long enough for its words
    const std::string words = progress_text(view);
    const bool beside = ImGui::CalcTextSize(words.c_str()).x < room - button - ui.px(24);
    ImGui::PushStyleColor(ImGuiCol_PlotHistogram, kJobProgress);
    ImGui::ProgressBar(static_cast<float>(part),
                       {beside ? room - button - ui.px(8) : room, ImGui::GetFrameHeight()}, words.c_str());
    ImGui::PopStyleColor();
    ui.mark("statistics_progress");
    if (beside) ImGui::SameLine(0, ui.px(8));
    if (ImGui::Button("Cancel", {beside ? button : room, 0}))
      requests.push_back({.kind = StatisticsKind::cancel});
    ui.mark("statistics_cancel");
    hint("Stops; what is done stays, and Start goes on from there", "Esc");
    return;
  }
  // A campaign that was stopped goes on; the id after ### keeps it the same button.
  const bool more = view.stopped && view.done < view.total;
  const std::string text = more ? fmt::format("Go on, {} of {} done###start", view.done, view.total)
                                : "Start, " + what + "###start";
  ImGui::PushStyleColor(ImGuiCol_Button, kStart);
  ImGui::BeginDisabled(!possible);
  if (ImGui::Button(text.c_str(), {room, 0})) requests.push_back({.kind = StatisticsKind::start});
  ImGui::EndDisabled();
  ImGui::PopStyleColor();
  ui.mark("statistics_start");
  hint(
      "Runs beside the window on all cores but one. What was done of the same campaign before,\n"
      "also by a program that was killed, is taken from its journal.",
      "Enter");
}

}  // namespace

std::string progress_text(const StatisticsWorkView& view) {
  if (view.cancelling) return "cancelling";
  if (view.total == 0 || view.done == view.total) return view.job;
  const std::string text = fmt::format("{} of {}", view.done, view.total);
  return view.seconds_left ? text + ", " + time_left_text(*view.seconds_left) : text;
}

void placements_panel(const Ui& ui, StatisticsUi& state, const StatisticsWorkView& view,
                      StatisticsRequests& requests) {
  heading(ui, "Placements");
  // Grounds offered: the open scenario first, then the program's scenarios and recipes.
  PlacementSettings s = view.placements;
  bool edited = false;
  std::vector<std::string> grounds;
  if (!view.scenario.path.empty()) grounds.push_back(view.scenario.path);
  grounds.insert(grounds.end(), state.scenarios.begin(), state.scenarios.end());
  grounds.insert(grounds.end(), state.recipes.begin(), state.recipes.end());
  // Settings are locked while a job runs.
  ImGui::BeginDisabled(!view.job.empty());
  edited |= choice_row(
      ui, state,
      {"ground",
       "##ground",
       "What the lander is set down on: the open scenario with its changes, another one, a recipe, "
       "or a raster of heights, by its path",
       {}},
      grounds, s.terrain);
  edited |= choice_row(ui, state, {"lander", "##lander", "A lander of the program, or its file", {}},
                       state.landers, s.lander);
  double samples = s.samples;
  edited |= number_row(
      ui, {"number", "##samples", "How many places and headings are drawn", {"-", 1.0, 1e6, true}}, samples);
  s.samples = static_cast<int>(samples);
  edited |= number_row(ui,
                       {"seed",
                        "##seed",
                        "Of the random places; the same seed gives the same bits",
                        {"-", 0.0, 9007199254740992.0, true}},
                       s.seed);
  ImGui::EndDisabled();
  if (edited) ask_placements(s, requests);
  start_or_progress(ui, view, fmt::format("{} placements", s.samples), !s.terrain.empty(), requests);
  if (s.terrain.empty()) ImGui::TextDisabled("Choose the ground first.");
  // A table of results may be opened or saved at any time.
  const float half = 0.5f * (ImGui::GetContentRegionAvail().x - ui.px(8));
  if (ImGui::Button("Open results…", {half, 0})) ImGui::OpenPopup("open_result");
  ui.mark("statistics_open_result");
  hint("A placements.csv of grouser placement or of this window. Choose its ground first, to see the map.");
  ImGui::SameLine(0, ui.px(8));
  ImGui::BeginDisabled(!view.board->cases);
  if (ImGui::Button("Save CSV", {half, 0})) requests.push_back({.kind = StatisticsKind::save_result});
  ImGui::EndDisabled();
  ui.mark("statistics_save");
  hint("Writes placements.csv, as grouser placement does, into the working folder; no file is replaced");
  if (ImGui::BeginPopup("open_result")) {
    if (ImGui::IsWindowAppearing()) ImGui::SetKeyboardFocusHere();
    ImGui::SetNextItemWidth(ui.px(360));
    if (ImGui::InputTextWithHint("##path", "Path of a placements.csv, then Enter", &state.path,
                                 ImGuiInputTextFlags_EnterReturnsTrue)) {
      requests.push_back({.kind = StatisticsKind::open_result, .text = state.path});
      ImGui::CloseCurrentPopup();
    }
    ui.mark("statistics_path");
    ImGui::EndPopup();
  }
  if (view.board->cases) board_numbers(ui, *view.board, requests);
}

void grades_panel(const Ui& ui, StatisticsUi& state, const StatisticsWorkView& view,
                  StatisticsRequests& requests) {
  heading(ui, "Gradeability");
  GradeSettings s = view.grades;
  // Settings are locked while a job runs; the tilts are in degrees.
  bool edited = false;
  ImGui::BeginDisabled(!view.job.empty());
  edited |= choice_row(ui, state, {"rover", "##rover", "A rover of the program, or its file", {}},
                       state.rovers, s.rover);
  edited |= choice_row(ui, state, {"soil", "##soil", "A soil of the program, or its file", {}}, state.soils,
                       s.soil);
  const EntryField tilt{"deg", -60.0, 60.0};
  edited |= number_row(ui, {"from", "##from", "First tilt; negative: downhill", tilt}, s.from);
  edited |= number_row(ui, {"to", "##to", "Last tilt", tilt}, s.to);
  edited |= number_row(ui, {"step", "##step", "From tilt to tilt", {"deg", 0.1, 60.0}}, s.step);
  edited |= number_row(ui, {"speed", "##speed", "Of the wheels' rims", {"m/s", 1e-4, 10.0}}, s.speed);
  edited |= number_row(ui, {"gravity", "##gravity", "Where it is driven", {"m/s2", 0.01, 100.0}}, s.gravity);
  ImGui::EndDisabled();
  if (edited) ask_grades(s, requests);
  const std::size_t tilts = grade_tilts(s).size();
  start_or_progress(ui, view, fmt::format("{} tilts", tilts), s.to >= s.from, requests);
  ImGui::Dummy({0, ui.px(6)});
  heading(ui, "Tilts so far");
  // One line per tilt that is done, with its slip or the reason why it did not settle.
  for (const GradePoint& point : view.points) {
    const std::string name = value_text(ui.units(), point.tilt, "rad");
    value_row(name.c_str(), point.settled ? fmt::format("slip {:.1f} %", 100.0 * point.slip)
                                          : std::string(point.stalled ? "stalls" : "not settled"));
    if (!point.settled) hint(point.reason.c_str());
  }
  ImGui::PushTextWrapPos(0.0f);
  if (view.points.empty()) ImGui::TextDisabled("None yet; the steepest are run first.");
  ImGui::PopTextWrapPos();
}

void study_numbers_panel(const Ui& ui, const StatisticsWorkView& view, StatisticsRequests& requests) {
  heading(ui, "Study");
  if (view.board->cases) return board_numbers(ui, *view.board, requests);
  ImGui::PushTextWrapPos(0.0f);
  ImGui::TextDisabled(
      "No run is over yet. Set up and start a study of the open scenario in the tab Study (Ctrl+T); its runs "
      "are "
      "shown here as they end.");
  ImGui::PopTextWrapPos();
}

}  // namespace grouser::desktop
