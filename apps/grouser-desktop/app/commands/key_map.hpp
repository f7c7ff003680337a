// SPDX-License-Identifier: BSD-3-Clause
// Map from keys to commands: the shipped one, or one that a person chose.
#pragma once
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "app/commands/command.hpp"
#include "app/commands/key_chord.hpp"

namespace grouser::desktop {

/// Keys that a person chose, by the command's id: texts as parse_chords() reads them; "": none.
using ChosenKeys = std::map<std::string, std::string>;

/// The keys of a command, as parse_chords() reads them.
std::string keys_of(const Command& command, const ChosenKeys& chosen);
/// The first of them, for a menu or tooltip; "" without any.
std::string shown_key(const Command& command, const ChosenKeys& chosen);
/// The command of a key press, or null. A press with Shift falls back to the command without Shift.
const Command* command_of(const KeyPress& press, const ChosenKeys& chosen);

/// Gives this chord to a command in place of its keys. Returns "", or the reason for refusing it ("F belongs
/// to ..."): no two commands share a chord, and keys that panels and text fields read stay theirs.
std::string choose_key(const Command& command, const KeyChord& chord, ChosenKeys& chosen);
/// Pairs of commands that share a chord, as "a and b: Ctrl+K".
std::vector<std::string> key_clashes(const ChosenKeys& chosen);

}  // namespace grouser::desktop
