// SPDX-License-Identifier: BSD-3-Clause
// Carries out the requests of panels and keys to the open run.
#pragma once
#include "session/run_request.hpp"
#include "session/session.hpp"

namespace grouser::desktop {

void carry_out(const RunRequest& request, Session& session);

}  // namespace grouser::desktop
