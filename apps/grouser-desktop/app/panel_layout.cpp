// SPDX-License-Identifier: BSD-3-Clause
// A layout as text: words "key=value", parted by blanks, in any order. Unknown keys and values out of range
// are ignored.
#include "app/panel_layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <sstream>

namespace grouser::desktop {

namespace {

// In the order of TabPlace.
constexpr std::array kPlaceWords{"bar", "whole", "beside", "under"};

/// Reads a share of the window. A text that is not a number between the ends leaves the value as it was.
void read_part(const std::string& text, float least, float most, float& value) {
  char* end = nullptr;
  const float read = std::strtof(text.c_str(), &end);
  if (end != text.c_str() && *end == '\0' && read >= least && read <= most) value = read;
}

/// Sets the member that a key names; shares are of the window, and that of the tab of the middle.
void read_entry(const std::string& key, const std::string& value, PanelLayout& layout) {
  constexpr float kLeast = 0.08f, kMost = 0.6f;
  if (key == "left") read_part(value, kLeast, kMost, layout.left);
  if (key == "right") read_part(value, kLeast, kMost, layout.right);
  if (key == "bottom") read_part(value, kLeast, kMost, layout.bottom);
  if (key == "share") read_part(value, 0.15f, 0.85f, layout.share);
  if (key == "tab") layout.tab = value;
  if (key == "shown") {
    const auto has = [&](char c) { return value.find(c) != std::string::npos; };
    layout.show_left = has('l'), layout.show_right = has('r'), layout.show_bottom = has('b');
  }
  const auto place = std::find(kPlaceWords.begin(), kPlaceWords.end(), value);
  if (key == "place" && place != kPlaceWords.end())
    layout.place = static_cast<TabPlace>(place - kPlaceWords.begin());
}

}  // namespace

std::string layout_text(const PanelLayout& layout) {
  // Letters of the shown panels behind a dash, so that the value is never empty.
  std::string shown = "-";
  if (layout.show_left) shown += 'l';
  if (layout.show_right) shown += 'r';
  if (layout.show_bottom) shown += 'b';
  return fmt::format("left={:g} right={:g} bottom={:g} shown={} tab={} place={} share={:g}", layout.left,
                     layout.right, layout.bottom, shown, layout.tab,
                     kPlaceWords[static_cast<std::size_t>(layout.place)], layout.share);
}

PanelLayout layout_of(const std::string& text) {
  PanelLayout layout;
  std::istringstream words(text);
  for (std::string word; words >> word;)
    if (const std::size_t at = word.find('='); at != std::string::npos)
      read_entry(word.substr(0, at), word.substr(at + 1), layout);
  // Tab and place depend on each other: without one the other has no meaning.
  if (layout.tab.empty()) layout.place = TabPlace::bar;
  if (layout.place == TabPlace::bar) layout.tab.clear();
  return layout;
}

const std::vector<LayoutPreset>& layout_presets() {
  static const std::vector<LayoutPreset> kPresets = {
      {"layout_usual", "Usual panels", {}},
      {"layout_view", "View alone", {.show_left = false, .show_right = false, .show_bottom = false}},
      {"layout_beside",
       "Plots beside the view",
       {.show_left = false,
        .show_right = false,
        .show_bottom = false,
        .tab = "plots",
        .place = TabPlace::beside}},
      {"layout_under",
       "Plots below the view, State to the right",
       {.show_left = false, .show_bottom = false, .tab = "plots", .place = TabPlace::under}},
      {"layout_plots",
       "Plots alone",
       {.show_left = false,
        .show_right = false,
        .show_bottom = false,
        .tab = "plots",
        .place = TabPlace::whole}}};
  return kPresets;
}

}  // namespace grouser::desktop
