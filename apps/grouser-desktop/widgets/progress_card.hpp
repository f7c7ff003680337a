// SPDX-License-Identifier: BSD-3-Clause
// Card with the progress of a long work and a button that stops it.
#pragma once
#include <string>

#include "widgets/ui.hpp"

namespace grouser::desktop {

struct ProgressCard {
  const char* id;
  std::string title, text;  ///< text: in the bar
  float part = 0.0f;        ///< 0 to 1
  bool stopping = false;
  const char* stop_tip = "";
};

/// Draws the card with its lower right corner at `corner`. Returns whether Stop was pressed. Its widgets are
/// named as the card with "_progress", "_stop".
bool progress_card(const Ui& ui, const ProgressCard& card, ImVec2 corner);

}  // namespace grouser::desktop
