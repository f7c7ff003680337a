// Ctrl+C and SIGTERM ask a run to finish its recording and stop; a second Ctrl+C ends the program at once.
#pragma once

namespace grouser::cli {

/// From now on both signals only set a flag (the first time).
void catch_interrupts();
bool interrupted();

}  // namespace grouser::cli
