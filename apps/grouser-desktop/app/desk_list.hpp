// SPDX-License-Identifier: BSD-3-Clause
// The desks of the window. A new desk is a line here.
#pragma once
#include <vector>

#include "app/view_panel.hpp"
#include "session/scenario_list.hpp"
#include "view/renderer.hpp"

namespace grouser::desktop {

/// All desks, in the order in which they are updated, drawn and offered files, keys and clicks. `scenarios`:
/// those that come with the program.
Desks make_desks(Shared& shared, const Renderer& renderer, std::vector<ScenarioEntry> scenarios);
/// Opens a file with the first that takes it. Throws InputError.
void open_with(const Desks& desks, const std::string& path, double at);
/// The last step is taken back, or taken again, by the last in the list that has one: the document's, which
/// is the first, takes every move.
void move_in_history(const Desks& desks, HistoryMove move);

}  // namespace grouser::desktop
