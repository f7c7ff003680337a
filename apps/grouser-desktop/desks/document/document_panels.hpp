// SPDX-License-Identifier: BSD-3-Clause
// The panels of the document desk.
#pragma once
#include "session/document/document_work.hpp"
#include "session/document/saving.hpp"
#include "session/request.hpp"
#include "session/session.hpp"
#include "view/gl/cut.hpp"
#include "view/look/look_request.hpp"
#include "widgets/ui.hpp"

namespace grouser::desktop {

/// The list of parts of the open scene.
struct SceneTree {
  const std::vector<Shown>& bodies;  ///< how much of each is drawn; empty: all of them whole
  Selection shows;                   ///< that the list has scrolled to
};
void scene_panel(const Ui& ui, const RunView& run, const DocumentView& document, SceneTree& tree,
                 Requests& requests);
/// The numbers of the selection, to be changed.
/// `filter`: words that are searched for.
void inspector_panel(const Ui& ui, const RunView& run, const DocumentView& view, std::string& filter,
                     Requests& requests);
/// Asks where the scenario with its changes is saved.
void save_dialog(const Ui& ui, SavingForm& form, Requests& requests);
/// Asks whether to save unsaved changes before the scenario is left.
void leave_dialog(const Ui& ui, SavingForm& form, const DocumentView& view, Requests& requests);
/// Offers unsaved changes of a program that was killed; nothing where there are none.
void restore_panel(const Ui& ui, const DocumentView& view, Requests& requests);
/// Handles the mouse over the view while a vehicle is being placed; u, v: pointer in the picture, -1 to 1.
void placing_mouse(const PlacingView& placing, double u, double v, bool hovered, Requests& requests);
/// Shows the vehicle's position in the upper left corner of the view.
void placing_card(const Ui& ui, const RunView& run, const PlacingView& placing, ImVec2 low, ImVec2 high);
}  // namespace grouser::desktop
