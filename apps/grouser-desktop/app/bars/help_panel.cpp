// SPDX-License-Identifier: BSD-3-Clause
// The list of keys and mouse: commands from the table of commands, grouped, and the gestures that no
// command has. A search leaves the rows in which every typed word is found. A press on a key's button makes
// the next key press that of the command (App::press passes it to WindowDesk::choose_key_for).
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>

#include "app/bars/bars.hpp"
#include "app/commands/key_map.hpp"
#include "app/commands/palette.hpp"

namespace grouser::desktop {

namespace {

/// Input that is no command: the mouse, keys that are held, keys within a panel.
struct Gesture {
  const char *keys, *meaning;
};
/// Gestures under one heading.
struct Gestures {
  const char* title;
  std::vector<Gesture> lines;
};

const std::vector<Gestures>& gestures() {
  static const std::vector<Gestures> kGestures = {
      {"Mouse in the view",
       {{"Left drag", "Turn about the point under the pointer"},
        {"Right drag", "Move the picture (also middle, or Shift and left)"},
        {"Wheel", "Nearer to or farther from what is under the pointer"},
        {"Ctrl+1 to 9", "Keep this view; Shift and the digit show it again"},
        {"Click", "Select a part: its numbers are in the tab Inspect"},
        {"Shift, Ctrl", "while moving a vehicle: finely / in steps; the wheel lifts"}}},
      {"Plots and time line",
       {{"Click, drag", "Go to that moment"},
        {"Wheel", "Zoom the times (with Ctrl the values)"},
        {"Right drag", "Move; Shift and left: zoom to a box"},
        {"Double click", "A plot fills its panel, a tab the middle; again or Esc: back"},
        {"A", "The whole run again"},
        {"M", "Second cursor (also Alt+click; Esc: off)"},
        {"P", "Numbers at the peaks"}}},
      {"Driving by hand", {{"W S  A D", "Speed, steering; with Shift crab"}, {"Q / E", "Turn on the spot"}}},
      {"Everywhere",
       {{"F6 / F10", "Keyboard to the next panel (Shift: back) / to the menus"},
        {"Up / Down", "Choose in a list, Enter opens"},
        {"Right click", "A menu of what may be done there"},
        {"Esc", "Close what is in front; then select nothing"}}}};
  return kGestures;
}

/// Begins a table of two columns, keys and meaning; false: nothing of it is visible, and EndTable() must
/// not be called.
bool begin_rows(const char* id) {
  return ImGui::BeginTable(id, 2, ImGuiTableFlags_SizingFixedFit | ImGuiTableFlags_RowBg);
}

void gesture_row(const Ui& ui, const Gesture& line) {
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  ImGui::PushFont(ui.fonts.strong);
  ImGui::TextUnformatted(line.keys);
  ImGui::PopFont();
  ImGui::TableNextColumn();
  ImGui::TextUnformatted(line.meaning);
}

/// Its key is a button: pressed, the next key press becomes the command's.
void command_row(const Ui& ui, HelpForm& form, const Command& line) {
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  // The button shows the command's keys, or that it waits for one; pressed while it waits, it gives up.
  const bool waits = form.key_for == line.id;
  const std::string keys = keys_of(line, ui.kept.keys);
  const std::string label = (waits ? "press a key" : keys.empty() ? "none" : keys) + "##" + line.id;
  ImGui::PushFont(ui.fonts.strong);
  ImGui::PushStyleColor(ImGuiCol_Button, waits ? ImGui::GetStyleColorVec4(ImGuiCol_ButtonActive) : ImVec4{});
  if (ImGui::SmallButton(label.c_str())) {
    form.key_for = waits ? "" : line.id;
    form.refusal.clear();
  }
  ui.mark(std::string("key_") + line.id);
  ImGui::PopStyleColor();
  ImGui::PopFont();
  hint("Press, then press the key that it should have (Esc: as it is, Backspace: none)");
  ImGui::TableNextColumn();
  ImGui::TextUnformatted(line.title);
  // A command with a chosen key can have its shipped one back.
  if (ui.kept.keys.count(line.id)) {
    ImGui::SameLine();
    if (ImGui::SmallButton((std::string("as shipped##") + line.id).c_str())) ui.kept.keys.erase(line.id);
  }
}

/// Whether the search finds this row; an empty search finds all.
bool is_wanted(const HelpForm& form, const std::string& title, const std::string& words) {
  return match_words(form.filter, title, words).has_value();
}

/// The commands that keep and show the nine views have one line among the gestures instead.
bool is_kept_view(const Command& line) {
  return std::string_view(line.id).find("_view_") != std::string_view::npos;
}

/// Heading and rows of a group's commands that the search finds; nothing at all if there are none.
void command_rows(const Ui& ui, HelpForm& form, CommandGroup group) {
  std::vector<const Command*> lines;
  for (const Command& c : commands())
    if (c.group == group && !is_kept_view(c) &&
        is_wanted(form, c.title, std::string(c.words) + " " + keys_of(c, ui.kept.keys)))
      lines.push_back(&c);
  if (lines.empty()) return;
  heading(ui, group_name(group));
  if (!begin_rows(group_name(group))) return;
  for (const Command* line : lines) command_row(ui, form, *line);
  ImGui::EndTable();
}

/// The same for gestures.
void gesture_rows(const Ui& ui, const HelpForm& form, const Gestures& group) {
  std::vector<Gesture> lines;
  for (const Gesture& g : group.lines)
    if (is_wanted(form, g.meaning, std::string(g.keys) + " " + group.title)) lines.push_back(g);
  if (lines.empty()) return;
  heading(ui, group.title);
  if (!begin_rows(group.title)) return;
  for (const Gesture& line : lines) gesture_row(ui, line);
  ImGui::EndTable();
}

/// The search, and beside it either the reason why a key was refused or the button that undoes all choices.
void search_line(const Ui& ui, HelpForm& form) {
  ImGui::SetNextItemWidth(ui.px(280));
  ImGui::InputTextWithHint("##filter", "Search", &form.filter);
  ui.mark("help_filter");
  if (form.refusal.empty() && ui.kept.keys.empty()) return;
  ImGui::SameLine(0, ui.px(16));
  if (!form.refusal.empty())
    ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(palette::kError), "%s", form.refusal.c_str());
  else if (ImGui::SmallButton("All keys as shipped"))
    ui.kept.keys.clear();
}

}  // namespace

void help_panel(const Ui& ui, HelpForm& form) {
  if (!form.open) {
    form = {};
    return;
  }
  // The panel lies in the middle of the window, in front of all others.
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  const bool two = screen.x > ui.px(1000);  // else one column
  const float width = std::min(ui.px(two ? 1040 : 560), 0.96f * screen.x);
  ImGui::SetNextWindowPos({0.5f * screen.x, 0.47f * screen.y}, ImGuiCond_Always, {0.5f, 0.5f});
  ImGui::SetNextWindowSize({width, 0.9f * screen.y});
  ImGui::SetNextWindowFocus();
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, ui.px(8));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1.0f);
  if (ImGui::Begin("Keys and mouse", &form.open,
                   ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoCollapse |
                       ImGuiWindowFlags_NoSavedSettings)) {
    // Left column: run, files, help and gestures; right column: edit, view and panels. A narrow window has
    // one.
    search_line(ui, form);
    ImGui::BeginChild("lists");
    ImGui::BeginGroup();
    for (const CommandGroup group : {CommandGroup::run, CommandGroup::file, CommandGroup::help})
      command_rows(ui, form, group);
    if (!two) command_rows(ui, form, CommandGroup::edit);
    for (const Gestures& group : gestures()) gesture_rows(ui, form, group);
    ImGui::EndGroup();
    if (two) {
      ImGui::SameLine(0.5f * width);
      ImGui::BeginGroup();
      command_rows(ui, form, CommandGroup::edit);
    }
    for (const CommandGroup group : {CommandGroup::view, CommandGroup::panels}) command_rows(ui, form, group);
    if (two) ImGui::EndGroup();
    ImGui::EndChild();
  }
  ImGui::End();
  ImGui::PopStyleVar(2);
}

}  // namespace grouser::desktop
