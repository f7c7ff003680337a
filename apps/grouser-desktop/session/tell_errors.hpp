// SPDX-License-Identifier: BSD-3-Clause
// What goes wrong where nobody waits for an answer is told in the log.
#pragma once
#include "grouser/base/error.hpp"
#include "session/session.hpp"

namespace grouser::desktop {

/// Does it; false where it ended in an error, which the log tells.
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
