// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>

#include "panels/panels.hpp"

namespace grouser::desktop {

const std::vector<Shortcut>& shortcuts() {
  static const std::vector<Shortcut> kShortcuts = {
      {"Space", "Play or pause"},
      {"J  K  L", "Replay: back, pause, forward; once more: faster"},
      {"I / O", "Replay: loop from here / to here (with Shift: no loop)"},
      {".  /  ,", "Step forward / step back"},
      {"Left / Right", "0.1 s back / forward (with Shift 1 s)"},
      {"+ / -", "Faster / slower"},
      {"Backspace", "Back to the start"},
      {"End", "To the newest moment"},
      {"N / Shift+N", "Next / previous event on the time line"},
      {"Click, drag", "in a plot or on the time line: go to that moment"},
      {"Wheel in a plot", "Zoom the times (with Ctrl the values)"},
      {"Right drag", "in a plot: move; Shift and left: zoom to a box"},
      {"A", "Plots: the whole run again (also double click)"},
      {"M", "Plots: second cursor (also Alt+click; Esc: off)"},
      {"P", "Plots: numbers at the peaks"},
      {"H", "Drive by hand / give back (also Esc); live runs"},
      {"W S  A D", "by hand: speed, steering; with Shift crab"},
      {"Q / E", "by hand: turn on the spot"},
      {"PgUp / PgDn", "by hand: more / less of the top speed"},
      {"Left drag", "Turn about the point under the pointer"},
      {"Right drag", "Move the picture (also middle, or Shift and left)"},
      {"Wheel", "Nearer to or farther from what is under the pointer"},
      {"1  3  7  9  5", "From front, side, above, isometric, three-quarter"},
      {"Home", "Show the whole rover and what it is held by"},
      {"V / Shift+V", "Close to the selected part, or to one wheel after the other"},
      {"C / Shift+C", "Camera follows the rover / no perspective"},
      {"Ctrl+1 to 9", "Keep this view; Shift and the digit show it again"},
      {"F / Shift+G", "Force arrows at the wheels / metre grid"},
      {"Click", "Select a part: its numbers are in the tab Inspect"},
      {"Del / Ctrl+D", "Remove / duplicate the selected shape of the scenario"},
      {"U", "Ruler: two clicks on the ground (also Esc: off)"},
      {"G / R", "Move / turn the vehicle; a click or Enter sets it down"},
      {"Shift, Ctrl", "while moving: finely / in steps; the wheel lifts"},
      {"W", "Edit the path: drag, click and Delete waypoints (Esc: leave)"},
      {"Ctrl+O", "Open a scenario, a run or a height map (or drop a file)"},
      {"Up / Down", "Choose in the list of scenarios, Enter opens"},
      {"Ctrl+L", "Reload the scenario or run"},
      {"Ctrl+R", "Record the live run to a file / stop"},
      {"Ctrl+Shift+O", "Compare with a recorded run or measurements (.csv)"},
      {"Ctrl+B", "Branch: go on from this moment of a recorded run, changed"},
      {"Ctrl+T", "Study: one scenario, many variations"},
      {"Ctrl+Shift+T", "Statistics: placements, gradeability, histograms"},
      {"Ctrl+Z / Ctrl+Y", "Undo / redo a change (of the study while it has the keyboard)"},
      {"Ctrl+S", "Save the scenario with its changes (with Shift as another)"},
      {"Tab / Shift+Tab", "Panel of the scene / of the wheels"},
      {"F6 / F10", "Keyboard to the next panel (Shift: back) / to the menus"},
      {"F4", "Panel of plots, log and study"},
      {"F11", "Full screen"},
      {"Ctrl and + / - / 0", "Larger / smaller text / its usual size"},
      {"F12 / Ctrl+F12", "Save a picture / of the view without panels"},
      {"Shift+F12", "Save a video of a recorded run"},
      {"Esc", "Close what is in front; then select nothing"},
      {"Ctrl+Q", "Quit"},
      {"F1", "This list"},
  };
  return kShortcuts;
}

namespace {

/// Rows from `first` to `last` of the list.
void rows(const Ui& ui, const char* id, std::size_t first, std::size_t last) {
  if (!ImGui::BeginTable(id, 2, ImGuiTableFlags_SizingFixedFit | ImGuiTableFlags_RowBg)) return;
  for (std::size_t k = first; k < last; ++k) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::PushFont(ui.fonts.strong);
    ImGui::TextUnformatted(shortcuts()[k].keys);
    ImGui::PopFont();
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(shortcuts()[k].meaning);
  }
  ImGui::EndTable();
}

}  // namespace

void help_panel(const Ui& ui) {
  if (!ui.passing.help_open) return;
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  const bool two = screen.x > ui.px(1000);  // else one column, and a bar to scroll where it is too long
  const float width = std::min(ui.px(two ? 960 : 500), 0.96f * screen.x);
  ImGui::SetNextWindowPos({0.5f * screen.x, 0.47f * screen.y}, ImGuiCond_Always, {0.5f, 0.5f});
  ImGui::SetNextWindowSizeConstraints({width, 0.0f}, {width, 0.9f * screen.y});
  ImGui::SetNextWindowSize({width, 0.0f});
  ImGui::SetNextWindowFocus();
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, ui.px(8));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1.0f);
  const std::size_t count = shortcuts().size(), half = two ? (count + 1) / 2 : count;
  const float row = ImGui::GetTextLineHeight() + 2.0f * ImGui::GetStyle().CellPadding.y;
  const bool fits = static_cast<float>(half + 3) * row < 0.9f * screen.y;
  if (ImGui::Begin("Keys and mouse", &ui.passing.help_open,
                   ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoCollapse |
                       ImGuiWindowFlags_NoSavedSettings | (fits ? ImGuiWindowFlags_NoScrollbar : 0))) {
    ImGui::BeginGroup();
    rows(ui, "keys", 0, half);
    ImGui::EndGroup();
    if (two) {
      ImGui::SameLine(0.5f * width);
      ImGui::BeginGroup();
      rows(ui, "more_keys", half, count);
      ImGui::EndGroup();
    }
  }
  ImGui::End();
  ImGui::PopStyleVar(2);
}

}  // namespace grouser::desktop
