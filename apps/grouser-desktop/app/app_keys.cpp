// SPDX-License-Identifier: BSD-3-Clause
// Actions of keys and gamepad: dialogs in front receive them first, then the tool that has the mouse, then
// the shortcuts.
#include <imgui_internal.h>

#include "app/app.hpp"
#include "app/commands/key_map.hpp"
#include "app/in_front.hpp"
#include "session/hand_keys.hpp"

namespace grouser::desktop {

namespace {

/// Whether a key acts while a menu, a dialog or the list of keys covers the window.
bool acts_when_covered(const KeyPress& key) {
  return key.key == Keys::kF1 || key.key == Keys::kF11 || key.key == Keys::kF12 ||
         (key.control && key.key == Keys::kQ);
}

}  // namespace

bool popup_is_open() { return ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup); }

const char* App::open_dialog_name() const {
  // A dialog of a desk lies in front of those of the window.
  for (const auto& desk : desks_)
    if (const char* name = desk->dialog()) return name;
  if (window_.layout_form().dialog.open) return "layout";
  return window_.palette().dialog.open ? "palette" : nullptr;
}

Cover App::cover() const {
  return open_dialog_name() || window_.help().open || popup_is_open() ? Cover::covered : Cover::none;
}

/// Escape closes the foremost of the things that lie one before the other.
void App::close_front() {
  // The value that is being typed is dropped with whatever closes.
  entry_ = {};
  HelpForm& help = window_.help();
  // Foremost first: a menu, the wait for a key, the list of keys, a desk's own, a tab in place of the view;
  // with none of them the selection ends.
  if (popup_is_open()) {
    close_popup_ = true;
  } else if (help.open && !help.key_for.empty()) {
    help.key_for.clear();
  } else if (help.open) {
    help.open = false;
  } else {
    for (const auto& desk : desks_)
      if (desk->escape(requests_)) return;
    if (window_.escape()) return;
    shared_.document.select({});
  }
}

void App::hold(const GamepadState& pad) { shared_.session.hand().set_pad(hand_pad(pad)); }

CommandContext App::commands_now() const {
  return {shared_.session.view(), shared_.document.view(),  shared_.camera.camera(), shared_.kept,
          window_.help().open,    shared_.shown.draws_path, window_.tab_out()};
}

void App::press(const KeyPress& key) {
  // Releases concern only desks in which a key is held, such as driving by hand.
  if (key.released) {
    for (const auto& desk : desks_) desk->release(key);
    return;
  }
  HelpForm& help = window_.help();
  // The walk by keyboard has arrows, Tab and Space while it is on, except within dialogs.
  if (!open_dialog_name() && !help.open && walk_.press(key)) return;
  const Cover covers = cover();
  const bool covered = covers == Cover::covered;
  if (key.key == Keys::kEscape && (covered || !in_middle())) return close_front();
  // The list of keys waits for the key of a command, and takes whatever is pressed.
  if (help.open && !help.key_for.empty()) return window_.choose_key_for(key);
  if (PaletteForm& palette = window_.palette();
      // Up and Down move in the palette's list while its text field has the keyboard.
      palette.dialog.open && (key.key == Keys::kDown || key.key == Keys::kUp)) {
    palette.moves += key.key == Keys::kDown ? 1 : -1;
    return;
  }
  for (const auto& desk : desks_)
    if (desk->press_first(key, covers, requests_)) return;
  // A text field with the keyboard takes undo and every key that writes; function keys and other Ctrl keys
  // pass.
  if (ImGui::GetIO().WantTextInput && key.control && (key.key == Keys::kZ || key.key == Keys::kY))
    return;  // a text field undoes its own
  const bool function_key = key.key >= Keys::kF1 && key.key <= Keys::kF12;
  if (ImGui::GetIO().WantTextInput && !key.control && !function_key) return;
  if (covered && !acts_when_covered(key)) return;
  // The desks' own keys come before the table of commands.
  for (const auto& desk : desks_)
    if (desk->press(key, requests_)) return;
  if (const Command* given = command_of(key, shared_.kept.keys)) ask(requests_, given->asked(commands_now()));
}

}  // namespace grouser::desktop
