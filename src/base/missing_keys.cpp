// SPDX-License-Identifier: BSD-3-Clause
// Names all missing keys of a file at once. Each one found gets a placeholder that its reader accepts, in a
// copy of the file, and the file is read again until nothing is missing or another error ends the search.
#include "grouser/base/missing_keys.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "grouser/base/toml_text.hpp"

namespace grouser {
namespace {

constexpr std::size_t kMost = 40;  // keys: a file that lacks more is no such file
/// Placeholder of texts; a default that contains it is not shown.
constexpr const char* kSomeText = "not_given";

/// The table of a dotted key; "" at the root.
std::string folder_of(const std::string& key) {
  const std::size_t dot = key.rfind('.');
  return dot == std::string::npos ? "" : key.substr(0, dot);
}

/// A value that the key's reader accepts, as TOML: 1 where the range allows it, or else its middle or its
/// least value; the first of several words.
std::string placeholder(const KeyNote& note) {
  const NumberRange& range = note.range;
  const bool one = range.min <= 1.0 && 1.0 <= range.max;
  const double number = one ? 1.0 : range.open_min ? 0.5 * (range.min + range.max) : range.min;
  switch (note.kind) {
    case KeyKind::number:
      return fmt::format("{}", number);
    case KeyKind::whole:
      return fmt::format("{:.0f}", number);
    case KeyKind::flag:
      return "false";
    case KeyKind::text:
      return toml_string(kSomeText);
    case KeyKind::choice:
      return toml_string(note.choices.empty() ? "" : note.choices.front());
    case KeyKind::numbers:
      break;
  }
  std::string list;
  for (std::size_t k = 0; k < std::max<std::size_t>(1, note.count); ++k)
    list += fmt::format("{}{}", k == 0 ? "" : ", ", number);
  return "[" + list + "]";
}

/// The reader's last request for the key; null if it asks for a table.
const KeyNote* note_of(const std::vector<KeyNote>& notes, const std::string& key) {
  const auto found =
      std::find_if(notes.rbegin(), notes.rend(), [&](const KeyNote& note) { return note.key == key; });
  return found == notes.rend() ? nullptr : &*found;
}

/// Optional keys that the file leaves out beside the missing ones, with their defaults.
std::string defaults_beside(const std::vector<MissingKey>& missing, const std::vector<KeyNote>& notes) {
  constexpr std::size_t kMostShown = 8;
  std::string text;
  std::size_t count = 0;
  for (const KeyNote& note : notes) {
    const bool beside = std::any_of(missing.begin(), missing.end(), [&](const MissingKey& key) {
      return folder_of(key.key()) == folder_of(note.key);
    });
    // A default is worth showing if it is a value and does not come from a placeholder.
    const bool shows = !note.fallback.empty() && note.fallback != "\"\"" && note.fallback != "[]" &&
                       note.fallback.find(kSomeText) == std::string::npos;
    if (!beside || !shows || !note.value.empty() || ++count > kMostShown) continue;
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", note.key, note.fallback);
  }
  if (count > kMostShown) text += fmt::format(" and {} more", count - kMostShown);
  return text.empty() ? "" : "; optional, with their defaults: " + text;
}

}  // namespace

MissingKey::MissingKey(std::string key, const std::string& place, std::string expected)
    : InputError(place, "nothing", expected), key_(std::move(key)), expected_(std::move(expected)) {}

void refuse_missing_keys(const TomlTable& root, const MissingKey& first,
                         const std::function<void(const TomlTable&)>& read) {
  std::vector<MissingKey> missing{first};
  std::vector<KeyNote> notes = root.key_notes();
  TomlTable trial = TomlTable::parse(root.to_text(), root.file());
  while (missing.size() < kMost) {
    // A missing table has no placeholder, so the search ends there.
    const KeyNote* note = note_of(notes, missing.back().key());
    if (!note) break;
    try {
      trial.set({missing.back().key(), placeholder(*note)});
      read(trial);
      break;
    } catch (const MissingKey& next) {
      // The same key again: its placeholder does not help, and the search would not end.
      if (next.key() == missing.back().key()) break;
      missing.push_back(next);
    } catch (const InputError& other) {
      // A missing table or list is named; any other fault may come from a placeholder.
      const InputFault& fault = other.fault();
      if (fault.found == "nothing")
        missing.emplace_back(fault.place.substr(fault.place.rfind(' ') + 1), fault.place, fault.expected);
      break;
    } catch (const Error&) {
      break;
    }
    // The notes of this reading give the kind of the next missing key; the copy is parsed anew, without
    // notes.
    notes = trial.key_notes();
    trial = TomlTable::parse(trial.to_text(), root.file());
  }
  if (missing.size() == 1) throw first;
  // One message for all: their names, and what each of them expects.
  std::string keys, expected;
  for (const MissingKey& key : missing) {
    keys += (keys.empty() ? "" : ", ") + key.key();
    expected += fmt::format("{}{}: {}", expected.empty() ? "" : "; ", key.key(), key.expected());
  }
  throw InputError(root.file(), fmt::format("{} keys missing ({})", missing.size(), keys),
                   expected + defaults_beside(missing, notes));
}

}  // namespace grouser
