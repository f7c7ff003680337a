// SPDX-License-Identifier: BSD-3-Clause
// Whether a person can get at a widget: small windows and large text must not leave one where it is cut off.
#pragma once
#include <imgui.h>

namespace grouser::desktop {

/// Whether this rectangle of the window that is being built is seen whole, or comes into sight by scrolling.
/// Lengths of what is scrolled are those of the picture before.
bool in_reach(ImVec2 low, ImVec2 high);

/// Range of heights in which the window that is being built is seen: y, px of the screen.
struct SeenHeights {
  float low, high;
};
SeenHeights seen_heights();

}  // namespace grouser::desktop
