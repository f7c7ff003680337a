// SPDX-License-Identifier: BSD-3-Clause
// The bars of the window and the list of keys. Each draws into the current ImGui window, and what it asks for
// it adds to `requests`.
#pragma once
#include <functional>
#include <string>

#include "app/bars/work_line.hpp"
#include "app/commands/command.hpp"
#include "widgets/dialog_state.hpp"

namespace grouser::desktop {

/// Contents of the status bar besides the run.
struct StatusLine {
  double pictures_per_second = 0.0;  ///< while something moves
  int triangles = 0;                 ///< in the last picture
  std::string probed;                ///< description of the ground under the pointer
};

void menu_bar(const Ui& ui, const CommandContext& context, Requests& requests);
void toolbar(const Ui& ui, const CommandContext& context, Requests& requests);
/// `works`: draws the work beside the window.
void status_bar(const Ui& ui, const RunView& run, const StatusLine& line, const std::function<void()>& works);

/// The list of keys and mouse.
struct HelpForm {
  bool open = false;
  std::string filter;
  std::string key_for;  ///< id of the command that the next key press is chosen for; empty: none
  std::string refusal;  ///< why the last one was not taken
};
/// Keys and mouse: grouped, searched, and keys of commands changed.
void help_panel(const Ui& ui, HelpForm& form);

/// The name that a layout is to be kept under.
struct LayoutForm {
  Dialog dialog;
  std::string name;
};
void layout_dialog(const Ui& ui, LayoutForm& form, Requests& requests);

}  // namespace grouser::desktop
