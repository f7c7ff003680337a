// SPDX-License-Identifier: BSD-3-Clause
// What panels and keys ask of the run that is open, done.
#pragma once
#include "session/run_request.hpp"
#include "session/session.hpp"

namespace grouser::desktop {

void carry_out(const RunRequest& request, Session& session);

}  // namespace grouser::desktop
