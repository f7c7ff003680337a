// SPDX-License-Identifier: BSD-3-Clause
// Carries out requests that concern the window itself. Most of its state is part of the kept state; the tab
// that is out of its bar is kept as a layout in text form.
#include "app/window_desk.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "app/commands/key_map.hpp"
#include "hal/keys.hpp"

namespace grouser::desktop {

namespace {

constexpr const char *kWindowPart = "window", *kPanelsKey = "panels";  // of the kept state

}  // namespace

WindowDesk::WindowDesk(Shared& shared) : shared_(shared) {
  const auto part = shared_.kept.desks.find(kWindowPart);
  if (part == shared_.kept.desks.end()) return;
  const auto panels = part->second.find(kPanelsKey);
  if (panels == part->second.end()) return;
  const PanelLayout kept = layout_of(panels->second);
  tab_out_ = kept.tab, place_ = kept.place, share_ = kept.share;
}

void WindowDesk::register_requests(RequestTable& table) {
  table.on<WindowRequest>([this](const WindowRequest& r) { carry_out(r); });
  table.on<MenuRequest>([this](const MenuRequest& r) { menu_.show(r); });
  table.on<CopyRequest>([](const CopyRequest& r) { ImGui::SetClipboardText(r.text.c_str()); });
  table.on<ShowInFolderRequest>([this](const ShowInFolderRequest& r) { show_in_folder(r.path); });
}

void WindowDesk::keep() { shared_.kept.desks[kWindowPart][kPanelsKey] = layout_text(layout()); }

PanelLayout WindowDesk::layout() const {
  const KeptState& kept = shared_.kept;
  return {kept.left,        kept.right, kept.bottom, kept.show_left, kept.show_right,
          kept.show_bottom, tab_out_,   place(),     share_};
}

/// Panels and tab as the layout has them.
void WindowDesk::show(const PanelLayout& layout) {
  KeptState& kept = shared_.kept;
  kept.left = layout.left, kept.right = layout.right, kept.bottom = layout.bottom;
  kept.show_left = layout.show_left, kept.show_right = layout.show_right;
  kept.show_bottom = layout.show_bottom;
  tab_out_ = layout.tab, place_ = layout.place, share_ = layout.share;
}

void WindowDesk::set_share(float share) { share_ = std::clamp(share, 0.15f, 0.85f); }

bool WindowDesk::escape() {
  if (place() != TabPlace::whole) return false;
  place_tab(tab_out_, TabPlace::bar);
  return true;
}

/// A tab that goes back into its bar is shown there.
void WindowDesk::place_tab(const std::string& tab, TabPlace place) {
  tab_out_ = place == TabPlace::bar ? "" : tab;
  place_ = place;
  if (place == TabPlace::bar) shared_.shown.wanted_tab = tab;
}

void WindowDesk::carry_out_layout(const WindowRequest& r) {
  using Kind = WindowRequest::Kind;
  KeptPart& kept = shared_.kept.desks[kLayoutsPart];
  if (r.kind == Kind::show_layout_dialog) {
    layout_form_ = {};
    layout_form_.dialog.show();
  }
  if (r.kind == Kind::place_tab) place_tab(r.tab, r.place);
  if (r.kind == Kind::keep_layout && !r.name.empty()) kept[r.name] = layout_text(layout());
  if (r.kind == Kind::forget_layout) kept.erase(r.name);
  if (r.kind == Kind::show_layout && kept.contains(r.name)) show(layout_of(kept.at(r.name)));
  if (r.kind != Kind::show_preset) return;
  for (const LayoutPreset& preset : layout_presets())
    if (r.name == preset.id) show(preset.layout);
}

/// The file manager is not ours to wait for; without one the log says where the folder is.
void WindowDesk::show_in_folder(const std::string& path) {
  namespace fs = std::filesystem;
  const fs::path full = fs::absolute(path);
  const std::string folder = (fs::is_directory(full) ? full : full.parent_path()).string();
  folder_opener_ = ChildProcess::start({"xdg-open", folder}, ChildPipe::input);
  if (!folder_opener_)
    shared_.session.add_log(LogLevel::notice,
                            "No program that opens folders (xdg-open) is installed. The folder is " + folder);
}

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
    case Kind::place_tab:
    case Kind::show_preset:
    case Kind::show_layout:
    case Kind::keep_layout:
    case Kind::forget_layout:
    case Kind::show_layout_dialog:
      return carry_out_layout(r);
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
  // A modifier alone is part of a chord that is still being pressed.
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
  report["tab_out"] = tab_out_;
  report["help"] = help_.open ? "open" : "closed";
  report["pictures"] = std::to_string(pictures_);
  report["slow_pictures"] = std::to_string(slow_pictures_);
}

}  // namespace grouser::desktop
