// SPDX-License-Identifier: BSD-3-Clause
// The panels of the log: its lines, notes of the scenario, messages that are shown for a while.
#pragma once
#include <vector>

#include "desks/log/toasts.hpp"
#include "session/request.hpp"
#include "session/session.hpp"
#include "widgets/ui.hpp"

namespace grouser::desktop {

/// Draws the log's lines by their level. `seen`: lines that the panel has scrolled to.
void log_panel(const Ui& ui, const std::vector<LogLine>& log, std::size_t& seen, Requests& requests);
/// Draws the notes that the scenario made when it was built; nothing without notes.
void notes_panel(const Ui& ui, const RunView& run);
/// Draws the toasts in front of everything else, above `foot`, the middle of the lower edge; none is wider
/// than `width`.
void toast_panel(const Ui& ui, const std::vector<Toast>& toasts, ImVec2 foot, float width);

}  // namespace grouser::desktop
