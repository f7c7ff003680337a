// SPDX-License-Identifier: BSD-3-Clause
// grouser complete -- WORD...: what may follow on an unfinished line, which the scripts of the shells ask.
#pragma once

namespace grouser::cli {

/// Whether the line is `grouser complete -- ...`. It is looked at before the parser, which would refuse empty
/// and unfinished words.
bool asks_what_may_follow(int argc, char** argv);

/// Prints completion_text(). If something cannot be found out, there are no candidates; nothing is an error.
int print_what_may_follow(int argc, char** argv);

}  // namespace grouser::cli
