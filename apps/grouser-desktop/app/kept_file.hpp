// SPDX-License-Identifier: BSD-3-Clause
// Settings saved between sessions: sizes of the panels, switches, recent files. The file is
// $XDG_STATE_HOME/grouser/desktop.json (or in ~/.local/state); never in the working folder.
#pragma once
#include <filesystem>

#include "widgets/ui.hpp"

namespace grouser::desktop {

/// Path of the file of kept settings; empty if neither XDG_STATE_HOME nor HOME is set.
std::filesystem::path kept_file_path();
/// Reads the kept settings; those that cannot be read keep their defaults.
KeptState read_kept_state(const std::filesystem::path& path);
/// The state as JSON; `indent` -1: in one line.
std::string kept_state_text(const KeptState& state, int indent);
/// The reverse of kept_state_text(); values that are missing or not understood have their defaults.
KeptState kept_state_of(const std::string& text);
/// Writes the state; a failure to write is ignored.
void write_kept_state(const std::filesystem::path& path, const KeptState& state);
/// Puts a path at the head of the list of ten.
void remember_recent(KeptState& state, const std::string& path);

}  // namespace grouser::desktop
