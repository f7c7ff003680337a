// SPDX-License-Identifier: BSD-3-Clause
// Ctrl+C, SIGTERM and a closed terminal (SIGHUP) ask a run to finish its recording and stop; a second Ctrl+C
// ends the program at once. The window uses this too.
#pragma once

namespace grouser::cli {

inline constexpr int kExitInterrupted = 130;  ///< exit code of a program that was asked to stop

/// Makes the first of these signals set a flag only; a signal that was ignored stays ignored.
void catch_interrupts();
bool interrupted();

}  // namespace grouser::cli
