// SPDX-License-Identifier: BSD-3-Clause
// What keys and gamepad do: what lies in front has them first, then what has the mouse, then the shortcuts.
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <imgui_internal.h>

#include "app/app.hpp"
#include "app/commands/key_map.hpp"
#include "app/hand_keys.hpp"
#include "app/in_front.hpp"

namespace grouser::desktop {
namespace {

/// What may be done while a menu, a dialog or the list of keys covers the window.
bool acts_when_covered(const KeyPress& key) {
  return key.key == GLFW_KEY_F1 || key.key == GLFW_KEY_F11 || key.key == GLFW_KEY_F12 ||
         (key.control && key.key == GLFW_KEY_Q);
}

}  // namespace

bool popup_is_open() { return ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup); }

const char* open_dialog_name(const PassingState& state) {
  return state.record_dialog_open    ? "record"
         : state.video.open          ? "video"
         : state.save_dialog_open    ? "save"
         : state.leave_dialog_open   ? "leave"
         : state.connect_dialog_open ? "connect"
         : state.open_dialog_open    ? "open"
         : state.palette.open        ? "palette"
                                     : "none";
}

/// Of what lies one before the other, Escape closes the foremost.
void App::close_front() {
  passing_.entry = {};
  if (popup_is_open()) {
    close_popup_ = true;
  } else if (passing_.help_open && !passing_.help.key_for.empty()) {
    passing_.help.key_for.clear();
  } else if (passing_.help_open) {
    passing_.help_open = false;
  } else if (document_.view().placing->active) {
    document_.placing().cancel();
  } else if (paint_.view().active) {
    ask(requests_, PaintRequest{.kind = PaintRequest::Kind::cancel});
  } else if (path_.view().active) {
    ask(requests_, PathRequest{.kind = PathRequest::Kind::cancel});
  } else if (looking_.end_ruler()) {
    return;
  } else if (session_.hand().on()) {
    session_.toggle_hand();
  } else if (!window_.dismiss_toasts() && !result_.close()) {
    document_.select({});
  }
}

void App::hold(const GamepadState& pad) { session_.hand().set_pad(hand_pad(pad)); }

/// The key that was wanted for a command of the list of keys.
void App::choose_key_for(const KeyPress& key) {
  const KeyChord chord = chord_of(key);
  const bool modifier = key.key >= GLFW_KEY_LEFT_SHIFT && key.key <= GLFW_KEY_MENU;
  if (modifier) return;
  HelpForm& form = passing_.help;
  const Command& chosen = command(form.key_for);
  if (chord.key == GLFW_KEY_BACKSPACE)
    kept_.keys[chosen.id] = "", form.refusal.clear();
  else
    form.refusal = choose_key(chosen, chord, kept_.keys);
  if (form.refusal.empty()) form.key_for.clear();
}

CommandContext App::commands_now() const {
  return {session_.view(), document_.view(),   camera_.camera(),
          kept_,           passing_.help_open, path_.view().active};
}

void App::press(const KeyPress& key) {
  if (key.released) {
    hold_hand_key(key, session_.hand());
    return;
  }
  if (open_dialog_name(passing_) == std::string("none") && !passing_.help_open && walk_.press(key)) return;
  const bool in_front = popup_is_open() || passing_.help_open || !window_.toasts().shown().empty();
  if (key.key == GLFW_KEY_ESCAPE && (in_front || !(terrain_.is_open() || campaigns_.is_open())))
    return close_front();
  if (passing_.help_open && !passing_.help.key_for.empty()) return choose_key_for(key);
  if (document_.view().placing->active && key.key == GLFW_KEY_ENTER)
    return ask(requests_, PlacingRequest{.kind = PlacingRequest::Kind::set_down});
  const bool dialog = open_dialog_name(passing_) != std::string("none");
  const bool covered = dialog || passing_.help_open || popup_is_open();
  if (!covered && (terrain_.press(key) || campaigns_.press(key))) return;
  if (passing_.palette.open && (key.key == GLFW_KEY_DOWN || key.key == GLFW_KEY_UP)) {
    passing_.palette.moves += key.key == GLFW_KEY_DOWN ? 1 : -1;
    return;
  }
  const bool choosing = passing_.open_dialog_open || (session_.view().mode == SessionMode::empty && !covered);
  if (choosing && (key.key == GLFW_KEY_DOWN || key.key == GLFW_KEY_UP)) {
    passing_.chooser_moves += key.key == GLFW_KEY_DOWN ? 1 : -1;
    return;
  }
  if (ImGui::GetIO().WantTextInput && key.control && (key.key == GLFW_KEY_Z || key.key == GLFW_KEY_Y))
    return;  // a text field undoes its own
  const bool function_key = key.key >= GLFW_KEY_F1 && key.key <= GLFW_KEY_F12;
  if (ImGui::GetIO().WantTextInput && !key.control && !function_key) return;
  if (covered && !acts_when_covered(key)) return;
  if (hold_hand_key(key, session_.hand()) || paint_.press(key, requests_) || path_.press(key, requests_))
    return;
  if (const Command* given = command_of(key, kept_.keys)) ask(requests_, given->asked(commands_now()));
}

}  // namespace grouser::desktop
