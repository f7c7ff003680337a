// SPDX-License-Identifier: BSD-3-Clause
// --force of the commands that write files (grouser/base/output_files.hpp).
#pragma once
#include "command.hpp"
#include "grouser/base/output_files.hpp"

namespace grouser::cli {

void add_force_option(Command& command, bool& force);

inline Replace replacing(bool force) { return force ? Replace::any : Replace::ours; }

}  // namespace grouser::cli
