// SPDX-License-Identifier: BSD-3-Clause
// The panels of the desk of files. Each draws what it is given into the current ImGui window, and what it
// asks for it adds to `requests`.
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "desks/files/files_form.hpp"
#include "session/request.hpp"
#include "session/scenario_list.hpp"
#include "session/session.hpp"
#include "widgets/ui.hpp"

namespace grouser::desktop {

/// The texture of a scenario's picture, 0: none.
using PictureOf = std::function<std::uintptr_t(const std::string& id)>;
/// `scenarios`: those that come with the program.
void start_panel(const Ui& ui, const RunView& run, const std::vector<ScenarioEntry>& scenarios,
                 ChooserForm& form, const PictureOf& picture, Requests& requests);
/// Cards of these scenarios; returns the id of the one that was pressed, or nothing.
std::string scenario_chooser(const Ui& ui, const std::vector<ScenarioEntry>& shown, ChooserForm& form,
                             const PictureOf& picture);
/// A card of one; true when it was pressed.
bool scenario_card(const Ui& ui, const ScenarioEntry& entry, ImVec2 size, bool marked,
                   const PictureOf& picture);
void open_dialog(const Ui& ui, const std::vector<ScenarioEntry>& scenarios, FilesForm& form,
                 const PictureOf& picture, Requests& requests);
/// Asks for the name of the run file of a live run.
void record_dialog(const Ui& ui, const RunView& run, FilesForm& form, Requests& requests);
/// Asks for the address of a run that another program serves.
void connect_dialog(const Ui& ui, FilesForm& form, Requests& requests);

}  // namespace grouser::desktop
