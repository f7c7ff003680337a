// SPDX-License-Identifier: BSD-3-Clause
// The window by keyboard alone: from panel to panel and, in each, from control to control, with a ring about
// the one that has the keyboard. ImGui moves within a panel; this says which panel, and only while somebody
// walks, so that arrows and Space are otherwise the run's.
#pragma once
#include <string>

#include "hal/window.hpp"
#include "widgets/ui.hpp"

namespace grouser::desktop {

class FocusWalk {
 public:
  /// F6 begins it or goes on to the next panel (Shift: back), F10 goes to the menus. While it is on: Tab as
  /// F6; arrows, Enter and Space are ImGui's; Escape leaves a part of a panel, then ends it. True: the key
  /// was for this.
  bool press(const KeyPress& key);
  bool on() const { return on_; }
  void end() { wanted_ = 0, on_ = false; }
  /// Must be called before the panels of a picture are built.
  void begin_picture();
  /// Must be called after the panels: draws the ring and reports its place to tests.
  void draw_ring(const Ui& ui) const;
  /// Name of the panel that has the keyboard; empty: none.
  std::string panel() const;

 private:
  void go(int panels);
  bool on_ = false, to_menu_ = false;
  int wanted_ = 0;  // panels to go on by in the next picture
};

}  // namespace grouser::desktop
