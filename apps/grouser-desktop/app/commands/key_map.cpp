// SPDX-License-Identifier: BSD-3-Clause
// Keys of commands. A chosen key replaces all shipped keys of its command. Each look-up goes through the
// table of commands and reads its keys anew.
#include "app/commands/key_map.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace grouser::desktop {
namespace {

/// Whether a command answers to this chord.
bool has_chord(const Command& command, const ChosenKeys& chosen, const KeyChord& chord) {
  const std::vector<KeyChord> chords = parse_chords(keys_of(command, chosen));
  return std::find(chords.begin(), chords.end(), chord) != chords.end();
}

/// The first command that has the chord, or null.
const Command* owner_of(const KeyChord& chord, const ChosenKeys& chosen) {
  for (const Command& command : commands())
    if (has_chord(command, chosen, chord)) return &command;
  return nullptr;
}

// Keys that panels, dialogs and text fields read before any command.
constexpr const char* kWindowKeys = "Up Down Ctrl+A Ctrl+C Ctrl+V Ctrl+X F6 F10";

}  // namespace

std::string keys_of(const Command& command, const ChosenKeys& chosen) {
  const auto found = chosen.find(command.id);
  return found == chosen.end() ? command.keys : found->second;
}

std::string shown_key(const Command& command, const ChosenKeys& chosen) {
  const std::vector<KeyChord> chords = parse_chords(keys_of(command, chosen));
  return chords.empty() ? "" : chord_text(chords.front());
}

const Command* command_of(const KeyPress& press, const ChosenKeys& chosen) {
  KeyChord chord = chord_of(press);
  if (const Command* exact = owner_of(chord, chosen)) return exact;
  // A press with Shift gives the command without Shift where none has that chord itself.
  if (!chord.shift) return nullptr;
  chord.shift = false;
  return owner_of(chord, chosen);
}

std::string choose_key(const Command& command, const KeyChord& chord, ChosenKeys& chosen) {
  // Refused are keys without a name, which could not be kept, keys of panels, and those of another command.
  const std::string name = chord_text(chord);
  if (name.ends_with("?")) return "That key has no name here; choose another";
  const std::vector<KeyChord> windows = parse_chords(kWindowKeys);
  if (std::find(windows.begin(), windows.end(), chord) != windows.end())
    return name + " belongs to panels and text fields; choose another";
  const Command* owner = owner_of(chord, chosen);
  if (owner && owner != &command)
    return fmt::format("{} belongs to \"{}\"; choose another, or give that one another key first", name,
                       owner->title);
  // The shipped key is no choice, so nothing is kept for it.
  chosen[command.id] = name;
  if (name == command.keys) chosen.erase(command.id);
  return "";
}

/// Compares each command with those after it in the table, so that a pair is named once.
std::vector<std::string> key_clashes(const ChosenKeys& chosen) {
  std::vector<std::string> clashes;
  const std::vector<Command>& all = commands();
  for (auto a = all.begin(); a != all.end(); ++a)
    for (const KeyChord& chord : parse_chords(keys_of(*a, chosen)))
      for (auto b = a + 1; b != all.end(); ++b)
        if (has_chord(*b, chosen, chord))
          clashes.push_back(fmt::format("{} and {}: {}", a->id, b->id, chord_text(chord)));
  return clashes;
}

}  // namespace grouser::desktop
