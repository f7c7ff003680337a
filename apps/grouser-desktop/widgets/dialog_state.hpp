// SPDX-License-Identifier: BSD-3-Clause
// Whether a dialog is shown; knows no ImGui.
#pragma once
#include <utility>

namespace grouser::desktop {

struct Dialog {
  bool open = false;
  bool fresh = false;  ///< it was asked for since the last picture
  void show() { open = fresh = true; }
  /// True once after the dialog was shown, when its first field gets the keyboard.
  bool take_fresh() { return std::exchange(fresh, false); }
};

}  // namespace grouser::desktop
