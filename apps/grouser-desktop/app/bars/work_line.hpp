// SPDX-License-Identifier: BSD-3-Clause
// Work beside the window, listed in the status bar: how far it is, how long it takes, and a button that ends
// it.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "session/activity.hpp"
#include "widgets/ui.hpp"

namespace grouser::desktop {

class WorkLine {
 public:
  /// Draws those that have gone on for a while: the first in the line, all of them in a list that opens.
  /// `now`: s of a steady clock.
  void draw(const Ui& ui, const std::vector<RunningWork>& works, double now, Requests& requests);

 private:
  std::map<std::string, double> since_;  // s: when a work of this title was seen first
};

}  // namespace grouser::desktop
