// SPDX-License-Identifier: BSD-3-Clause
// Errors of work that nobody waits for are written to the log.
#pragma once
#include "grouser/base/error.hpp"
#include "session/session.hpp"

namespace grouser::desktop {

/// Does the work; false if it ended in an error, which is written to the log.
template <class Work>
bool tell_errors(Session& session, const Work& work) {
  try {
    work();
    return true;
  } catch (const Error& error) {
    session.add_log(LogLevel::error, error.what());
    return false;
  }
}

}  // namespace grouser::desktop
