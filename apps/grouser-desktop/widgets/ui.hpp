// SPDX-License-Identifier: BSD-3-Clause
// Arguments of every panel besides its content: fonts, scale, state of the interface, and the map of named
// widgets.
#pragma once
#include <imgui.h>

#include <map>
#include <string>

#include "widgets/kept_state.hpp"
#include "widgets/theme.hpp"
#include "widgets/units.hpp"

namespace grouser::desktop {

/// The field of a number that is being typed into, or was refused last.
struct EntryEdit {
  ImGuiID field = 0;  ///< 0: none
  std::string text, refusal;
  std::string search;  ///< in the list that has dropped down; one is open at a time
  bool again = false;  ///< the keyboard goes back to the field
  ImGuiID typing_in = 0;
  std::string typed;  ///< text typed there; ImGui drops it before a leave by Tab is noticed
};

/// Rectangles of named widgets of the last picture, for tests that click by name.
struct UiRect {
  float x0, y0, x1, y1;
  bool cut = false;  ///< a part of it is out of reach (widgets/reach.hpp)
  float seen_y0 = 0,
        seen_y1 = 0;  ///< between them something of its panel is seen; what lies beyond is scrolled to
  bool operator==(const UiRect&) const = default;
};
using UiMap = std::map<std::string, UiRect>;

struct Ui {
  KeptState& kept;
  EntryEdit& entry;
  UiMap& map;
  Fonts fonts;
  float scale = 1.0f;
  bool covered = false;  ///< something lies in front of the panels and has the keys

  float px(float x) const { return x * scale; }
  const ShownUnits& units() const { return kept.units; }
  /// Notes the place of the item just drawn.
  void mark(const std::string& name) const;
  void mark_area(const std::string& name, ImVec2 low, ImVec2 high) const;
};

/// A heading: strong text with a line below it.
void heading(const Ui& ui, const char* text);
/// "label  value" in two columns, value to the right.
void value_row(const char* label, const std::string& value);
/// Shows a text at the right end of its cell.
void right_aligned(const std::string& text);
/// Text cut to so many lines of this width, with an ellipsis where something is missing.
std::string fit_text(const std::string& text, float width, int lines = 1);
/// Places the next item, of this width, beside the last one if there is room, else below it.
void beside_or_below(float width, float gap);
/// Width of a button, and of a radio button or checkbox, with its label.
float button_width(const char* label);
float check_width(const char* label);
/// A tooltip for the last item, with the shortcut if there is one.
void hint(const char* text, const char* shortcut = nullptr);
/// The search field of a list: the first thing in a list that drops down. Empty when it
/// opens, and with the keyboard. `width`: px, 0: all of it. Returns what is typed.
const std::string& list_search(const Ui& ui, const char* text, float width = 0.0f);
/// A bar between two areas that is dragged; returns the movement in pixels.
float splitter(const char* id, ImVec2 low, ImVec2 size, bool vertical);

enum class Icon {
  open,
  play,
  pause,
  step,
  step_back,
  reset,
  slower,
  faster,
  follow,
  front,
  side,
  top,
  iso,
  home,
  force,
  grid,
  help,
  record,
  compare,
  study,
  hand,
  path
};
struct IconButton {
  const char* id;
  Icon icon;
  const char* tip;
  const char* shortcut;
  bool enabled = true, active = false;
  ImU32 ink = 0;  ///< 0: as its state says
};
/// True when pressed.
bool icon_button(const Ui& ui, const IconButton& button);

}  // namespace grouser::desktop
