// SPDX-License-Identifier: BSD-3-Clause
// The parts of the table of commands, one for each menu; commands() puts them together.
#pragma once
#include <span>
#include <vector>

#include "app/commands/command.hpp"

namespace grouser::desktop {

using Commands = std::vector<Command>;
using CommandMoment = const CommandContext&;

inline void add(Commands& commands, std::span<const Command> rows) {
  commands.insert(commands.end(), rows.begin(), rows.end());
}

void add_file_commands(Commands& commands);
void add_edit_commands(Commands& commands);
void add_run_commands(Commands& commands);
void add_view_commands(Commands& commands);
void add_panel_commands(Commands& commands);

// Conditions that several commands share.
inline bool is_open(CommandMoment c) { return c.run.mode != SessionMode::empty; }
inline bool is_live(CommandMoment c) { return c.run.mode == SessionMode::live; }
inline bool is_replay(CommandMoment c) { return c.run.mode == SessionMode::replay; }
/// Its pace and start are ours, not those of a program that we watch.
inline bool is_ours(CommandMoment c) { return is_open(c) && c.run.mode != SessionMode::connected; }

}  // namespace grouser::desktop
