// SPDX-License-Identifier: BSD-3-Clause
// Colours, fonts and spacing of the user interface, in one place.
#pragma once
#include <imgui.h>

namespace grouser::desktop {

namespace palette {
inline constexpr ImU32 kBackground = IM_COL32(17, 19, 23, 255);
inline constexpr ImU32 kPanel = IM_COL32(24, 27, 33, 255);
inline constexpr ImU32 kRaised = IM_COL32(38, 43, 52, 255);
inline constexpr ImU32 kLine = IM_COL32(52, 58, 69, 255);
inline constexpr ImU32 kText = IM_COL32(228, 231, 236, 255);
inline constexpr ImU32 kDim = IM_COL32(152, 161, 174, 255);
inline constexpr ImU32 kAccent = IM_COL32(235, 132, 72, 255);
inline constexpr ImU32 kSecond = IM_COL32(200, 172, 255, 255);  // the second time cursor of plots
inline constexpr ImU32 kPointer = IM_COL32(255, 255, 255, 110);
inline constexpr ImU32 kBoxFill = IM_COL32(235, 132, 72, 40);  // of a box that is drawn up to zoom
inline constexpr ImU32 kGood = IM_COL32(92, 196, 140, 255);
inline constexpr ImU32 kWarning = IM_COL32(240, 192, 92, 255);
inline constexpr ImU32 kWarningFill = IM_COL32(52, 44, 20, 250);
inline constexpr ImU32 kErrorFill = IM_COL32(66, 28, 26, 250);
inline constexpr ImU32 kError = IM_COL32(240, 108, 100, 255);
}  // namespace palette

/// Colour of plot line k: series_colour() in the window.
ImU32 line_color(int k);

/// Height of text where a pixel is a 96th of an inch, px.
inline constexpr float kUsualText = 15.5f, kLeastText = 12.0f, kMostText = 28.0f;

struct Fonts {
  ImFont* text = nullptr;
  ImFont* strong = nullptr;  ///< headings
  ImFont* large = nullptr;   ///< the clock
};

/// Sets style and fonts of the current ImGui context for a content scale (1 = 96 dpi). Roboto where it is
/// installed, else DejaVu, else ImGui's own.
Fonts apply_theme(float scale);

}  // namespace grouser::desktop
