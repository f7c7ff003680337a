// SPDX-License-Identifier: BSD-3-Clause
// The tree of recorded runs, the dialog for a branch, and how far a branch or rerun is.
#pragma once
#include "desks/runs/runs_work.hpp"
#include "session/request.hpp"
#include "widgets/ui.hpp"

namespace grouser::desktop {

/// Buttons and the tree; a hint where no recorded run is open.
void runs_panel(const Ui& ui, const RunView& run, const RunsView& runs, Requests& requests);
/// The modal dialog for a branch; nothing while `form` is closed.
void branch_dialog(const Ui& ui, const RunView& run, const RunsView& runs, BranchForm& form,
                   Requests& requests);
/// A card with its lower right corner here; nothing while no job runs.
void run_job_panel(const Ui& ui, const Job* job, ImVec2 corner, Requests& requests);

}  // namespace grouser::desktop
