// SPDX-License-Identifier: BSD-3-Clause
// A key with the modifiers that are held with it, and its name: "Ctrl+Shift+O".
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "hal/window.hpp"

namespace grouser::desktop {

struct KeyChord {
  int key = 0;  ///< of Keys; keys of the number pad have the number of the same key elsewhere
  bool control = false, shift = false;
  bool operator==(const KeyChord&) const = default;
};

KeyChord chord_of(const KeyPress& press);
/// Empty where the text names no key. Names are those that chord_text() writes; upper or lower case.
std::optional<KeyChord> parse_chord(const std::string& text);
/// "Ctrl+Shift+O"; "?" for a key without a name.
std::string chord_text(const KeyChord& chord);
/// Several chords, parted by blanks: "Ctrl+Y Ctrl+Shift+Z". Names that are no key are left out.
std::vector<KeyChord> parse_chords(const std::string& text);

}  // namespace grouser::desktop
