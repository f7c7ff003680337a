// SPDX-License-Identifier: BSD-3-Clause
#include "app/window_desk.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/commands/key_map.hpp"
#include "hal/keys.hpp"

namespace grouser::desktop {

void WindowDesk::carry_out(const WindowRequest& r) {
  using Kind = WindowRequest::Kind;
  const auto flip = [](bool& value) { value = !value; };
  switch (r.kind) {
    case Kind::toggle_forces:
      return flip(shared_.kept.forces);
    case Kind::toggle_grid:
      return flip(shared_.kept.grid);
    case Kind::toggle_patterns:
      return flip(shared_.kept.patterns);
    case Kind::set_overlay:
      shared_.kept.overlay = static_cast<int>(r.overlay);
      return;
    case Kind::set_units:
      shared_.kept.units = r.units;
      return;
    case Kind::set_text_size:
      shared_.kept.text_size = std::clamp(r.text_size, kLeastText, kMostText);
      return;
    case Kind::larger_text:
      return carry_out({.kind = Kind::set_text_size, .text_size = std::floor(shared_.kept.text_size) + 1.0f});
    case Kind::smaller_text:
      return carry_out({.kind = Kind::set_text_size, .text_size = std::ceil(shared_.kept.text_size) - 1.0f});
    case Kind::toggle_help:
      return flip(help_.open);
    case Kind::toggle_left:
      return flip(shared_.kept.show_left);
    case Kind::toggle_right:
      return flip(shared_.kept.show_right);
    case Kind::toggle_bottom:
      return flip(shared_.kept.show_bottom);
    case Kind::show_tab:
      shared_.kept.show_bottom = true;
      shared_.shown.wanted_tab = r.tab;
      return;
    case Kind::show_palette:
      palette_ = {};
      palette_.dialog.show();
      return;
    case Kind::save_picture:
      picture_ = r.picture;
      return;
    case Kind::set_picture_scale:
      shared_.kept.picture_scale = std::clamp(r.scale, 1, kMostPictureScale);
      return;
    case Kind::toggle_transparent:
      return flip(shared_.kept.picture_transparent);
    case Kind::fullscreen:
      fullscreen_ = true;
      return;
    case Kind::quit:
      return shared_.saving.quit();
  }
}

void WindowDesk::choose_key_for(const KeyPress& key) {
  const KeyChord chord = chord_of(key);
  const bool modifier = key.key >= Keys::kLeftShift && key.key <= Keys::kMenu;
  if (modifier) return;
  const Command& chosen = command(help_.key_for);
  if (chord.key == Keys::kBackspace)
    shared_.kept.keys[chosen.id] = "", help_.refusal.clear();
  else
    help_.refusal = choose_key(chosen, chord, shared_.kept.keys);
  if (help_.refusal.empty()) help_.key_for.clear();
}

void WindowDesk::worked(double seconds) {
  constexpr double kTooLong = 0.1;  // s: a person feels it
  ++pictures_;
  if (seconds <= kTooLong) return;
  ++slow_pictures_;
  shared_.session.add_log(LogLevel::info, fmt::format("The window was busy for {:.0f} ms.", 1e3 * seconds));
}

void WindowDesk::note(UiReport& report) const {
  report["help"] = help_.open ? "open" : "closed";
  report["pictures"] = std::to_string(pictures_);
  report["slow_pictures"] = std::to_string(slow_pictures_);
}

}  // namespace grouser::desktop
