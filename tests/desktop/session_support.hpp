// SPDX-License-Identifier: BSD-3-Clause
// A clock and patience for tests of the session.
#pragma once
#include <chrono>
#include <functional>
#include <thread>

#include "session/session.hpp"

namespace grouser::test {

inline double wall_clock() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// Updates until `done`; false after five minutes, which is a hang and no slow machine.
inline bool update_until(desktop::Session& session,
                         const std::function<bool(const desktop::RunView&)>& done) {
  const double end = wall_clock() + 300.0;
  while (wall_clock() < end) {
    session.update();
    if (done(session.view())) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return false;
}

}  // namespace grouser::test
