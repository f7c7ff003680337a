// SPDX-License-Identifier: BSD-3-Clause
// Chords to and from text. Letters and digits are their own names, function keys are F1 to F12, and the
// other keys have names in one table, which both directions read.
#include "app/commands/key_chord.hpp"

#include <algorithm>
#include <cctype>
#include <sstream>

#include "hal/keys.hpp"

namespace grouser::desktop {
namespace {

/// A key and its name in menus and in the kept settings.
struct NamedKey {
  const char* name;
  int key;
};

// Letters, digits and function keys follow from their numbers.
constexpr NamedKey kNamedKeys[] = {{"Space", Keys::kSpace},   {"Backspace", Keys::kBackspace},
                                   {"Del", Keys::kDelete},    {"Home", Keys::kHome},
                                   {"End", Keys::kEnd},       {"PgUp", Keys::kPageUp},
                                   {"PgDn", Keys::kPageDown}, {"Left", Keys::kLeft},
                                   {"Right", Keys::kRight},   {"Up", Keys::kUp},
                                   {"Down", Keys::kDown},     {"Tab", Keys::kTab},
                                   {"Ins", Keys::kInsert},    {".", Keys::kPeriod},
                                   {",", Keys::kComma},       {"+", Keys::kEqual},
                                   {"-", Keys::kMinus},       {"/", Keys::kSlash},
                                   {";", Keys::kSemicolon},   {"'", Keys::kApostrophe},
                                   {"[", Keys::kLeftBracket}, {"]", Keys::kRightBracket},
                                   {"\\", Keys::kBackslash},  {"`", Keys::kGraveAccent}};

/// Whether two texts are the same but for the case of ASCII letters.
bool same_letters(const std::string& a, const std::string& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

/// The key of a name without modifiers; 0: none.
int key_named(const std::string& name) {
  if (name.size() == 1 && std::isalnum(static_cast<unsigned char>(name[0])))
    return std::toupper(static_cast<unsigned char>(name[0]));
  for (const NamedKey& named : kNamedKeys)
    if (same_letters(name, named.name)) return named.key;
  for (int k = 1; k <= 12; ++k)
    if (same_letters(name, "F" + std::to_string(k))) return Keys::kF1 + k - 1;
  return 0;
}

/// Removes "word+" at the front; true if it was there.
bool take_modifier(std::string& text, const std::string& word) {
  const std::size_t length = word.size() + 1;
  if (text.size() <= length || text[word.size()] != '+' || !same_letters(text.substr(0, word.size()), word))
    return false;
  text.erase(0, length);
  return true;
}

}  // namespace

KeyChord chord_of(const KeyPress& press) {
  // Digits, + and - of the number pad are the same keys as those of the main block.
  int key = press.key;
  if (key >= Keys::kPad0 && key <= Keys::kPad9) key = Keys::k0 + key - Keys::kPad0;
  if (key == Keys::kPadAdd) key = Keys::kEqual;
  if (key == Keys::kPadSubtract) key = Keys::kMinus;
  return {key, press.control, press.shift};
}

/// Takes the modifiers off the front, in any order, and looks up the rest.
std::optional<KeyChord> parse_chord(const std::string& text) {
  KeyChord chord;
  std::string name = text;
  for (bool found = true; found;) {
    found = false;
    if (take_modifier(name, "Ctrl")) chord.control = found = true;
    if (take_modifier(name, "Shift")) chord.shift = found = true;
  }
  chord.key = key_named(name);
  return chord.key ? std::optional(chord) : std::nullopt;
}

std::string chord_text(const KeyChord& chord) {
  const std::string modifiers = std::string(chord.control ? "Ctrl+" : "") + (chord.shift ? "Shift+" : "");
  for (const NamedKey& named : kNamedKeys)
    if (named.key == chord.key) return modifiers + named.name;
  if (chord.key >= Keys::kF1 && chord.key <= Keys::kF12)
    return modifiers + "F" + std::to_string(chord.key - Keys::kF1 + 1);
  // Letters and digits; a key that is neither has no name.
  const bool printed = chord.key > 0 && chord.key < 128 && std::isalnum(chord.key);
  return modifiers + (printed ? std::string(1, static_cast<char>(chord.key)) : "?");
}

std::vector<KeyChord> parse_chords(const std::string& text) {
  std::vector<KeyChord> chords;
  std::istringstream words(text);
  for (std::string word; words >> word;)
    if (const auto chord = parse_chord(word)) chords.push_back(*chord);
  return chords;
}

}  // namespace grouser::desktop
