// --force of the commands that write files (grouser/base/output_files.hpp).
#pragma once
#include <CLI/CLI.hpp>

#include "grouser/base/output_files.hpp"

namespace grouser::cli {

void add_force_option(CLI::App& command, bool& force);

inline Replace replacing(bool force) { return force ? Replace::any : Replace::ours; }

}  // namespace grouser::cli
