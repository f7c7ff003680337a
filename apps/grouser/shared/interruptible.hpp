// SPDX-License-Identifier: BSD-3-Clause
// Long work with a progress bar that Ctrl+C ends cleanly.
#pragma once
#include <functional>
#include <string>

namespace grouser::cli {

/// Receives the share that is done, 0 to 1, and returns whether to go on; false: a person asked to stop.
using GoOn = std::function<bool(double)>;

/// Calls work(go_on) under a progress bar called `what`. Returns the exit code: kExitOk, or kExitInterrupted
/// where the work threw because go_on() was false. Other exceptions pass.
int run_interruptible(const std::string& what, const std::function<void(const GoOn&)>& work);

}  // namespace grouser::cli
