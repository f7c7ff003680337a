// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/base/missing_keys.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "grouser/base/toml_text.hpp"

namespace grouser {
namespace {

constexpr std::size_t kMost = 40;  // keys: a file that lacks more is no such file

std::string folder_of(const std::string& key) {
  const std::size_t dot = key.rfind('.');
  return dot == std::string::npos ? "" : key.substr(0, dot);
}

/// A value that the key's reader accepts, as TOML.
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
      return toml_string("a");
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
    if (!beside || note.fallback.empty() || !note.value.empty() || note.fallback == "\"\"" ||
        note.fallback == "[]" || ++count > kMostShown)
      continue;
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
    // a missing table has no placeholder, and the search ends there
    const KeyNote* note = note_of(notes, missing.back().key());
    if (!note) break;
    try {
      trial.set({missing.back().key(), placeholder(*note)});
      read(trial);
      break;
    } catch (const MissingKey& next) {
      if (next.key() == missing.back().key()) break;
      missing.push_back(next);
    } catch (const Error&) {  // the placeholders fit no further
      break;
    }
    notes = trial.key_notes();
    trial = TomlTable::parse(trial.to_text(), root.file());
  }
  if (missing.size() == 1) throw first;
  std::string keys, expected;
  for (const MissingKey& key : missing) {
    keys += (keys.empty() ? "" : ", ") + key.key();
    expected += fmt::format("{}{}: {}", expected.empty() ? "" : "; ", key.key(), key.expected());
  }
  throw InputError(root.file(), fmt::format("{} keys missing ({})", missing.size(), keys),
                   expected + defaults_beside(missing, notes));
}

}  // namespace grouser
