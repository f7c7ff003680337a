// SPDX-License-Identifier: BSD-3-Clause
// The panel of the desk of parameter studies.
#pragma once
#include <string>

#include "session/request.hpp"
#include "session/session.hpp"
#include "session/study/study_work.hpp"
#include "widgets/ui.hpp"

namespace grouser::desktop {

/// Settings, progress, table and plot of a parameter study. `note`: outcome of writing the last file, or "".
void study_panel(const Ui& ui, const RunView& run, const StudyView& study, const std::string& note,
                 Requests& requests);

}  // namespace grouser::desktop
