// SPDX-License-Identifier: BSD-3-Clause
// The places of the panels as a value, which is kept by name and as text between sessions. It does not use
// ImGui.
#pragma once
#include <string>
#include <vector>

#include "widgets/kept_state.hpp"

namespace grouser::desktop {

/// The place of a tab: its bar, or the middle of the window in place of the view, beside it or below it.
enum class TabPlace { bar, whole, beside, under };

struct PanelLayout {
  float left = KeptState{}.left, right = KeptState{}.right, bottom = KeptState{}.bottom;
  bool show_left = true, show_right = true, show_bottom = true;
  std::string tab = {};  ///< id of the tab that is out of its bar; empty: none
  TabPlace place = TabPlace::bar;
  float share = 0.5f;  ///< of the middle that the tab has beside or below the view, 0.15 to 0.85
  bool operator==(const PanelLayout&) const = default;
};

/// "left=0.17 right=0.235 ..."; layout_of() is the reverse: what is missing or not understood has its
/// default.
std::string layout_text(const PanelLayout& layout);
PanelLayout layout_of(const std::string& text);

/// A layout that comes with the program.
struct LayoutPreset {
  const char *id, *title;
  PanelLayout layout;
};
const std::vector<LayoutPreset>& layout_presets();

/// The part of the kept state that holds layouts by their names.
inline constexpr const char* kLayoutsPart = "layouts";

}  // namespace grouser::desktop
