// SPDX-License-Identifier: BSD-3-Clause
// Carries out the requests of panels to the study desk.
#pragma once
#include <string>

#include "session/session.hpp"
#include "session/study/study_request.hpp"
#include "session/study/study_work.hpp"

namespace grouser::desktop {

/// `note`: the panel's text on the saved file. Throws RunError or InputError.
void carry_out(const StudyRequest& request, StudyWork& study, Session& session, std::string& note);

}  // namespace grouser::desktop
