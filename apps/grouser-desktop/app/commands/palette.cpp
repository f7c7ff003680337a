// SPDX-License-Identifier: BSD-3-Clause
// Search for the palette. Each typed word must be found in the title or in the further words of an entry;
// the entry's rank is the sum of how well each is found, and entries are sorted by it. "set KEY VALUE" is
// read apart and searches the scenario's keys.
#include "app/commands/palette.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <sstream>

#include "grouser/base/toml_text.hpp"
#include "session/document/document_request.hpp"
#include "session/file_request.hpp"
#include "session/plot_request.hpp"
#include "widgets/entry.hpp"

namespace grouser::desktop {
namespace {

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

/// The words of a text, parted by white space.
std::vector<std::string> words_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

/// Whether the letters of `typed` are in `word` in their order, the first of them first.
bool is_abbreviated(const std::string& typed, const std::string& word) {
  if (typed.empty() || word.empty() || typed[0] != word[0]) return false;
  std::size_t k = 0;
  for (const char c : word)
    if (k < typed.size() && typed[k] == c) ++k;
  return k == typed.size();
}

/// 0: a word begins with it; 1: it is inside; 2: an abbreviation.
std::optional<int> match_word(const std::string& typed, const std::string& text) {
  const std::size_t at = text.find(typed);
  if (at != std::string::npos)
    return at == 0 || !std::isalnum(static_cast<unsigned char>(text[at - 1])) ? 0 : 1;
  for (const std::string& word : words_of(text))
    if (is_abbreviated(typed, word)) return 2;
  return std::nullopt;
}

/// An entry with its rank; the best has the lowest.
struct Found {
  int rank;
  PaletteEntry entry;
};

/// Adds an entry if all typed words are found. At equal rank commands come before files and files before
/// channels (`source` 0, 1, 2), and entries that cannot be given come last.
void add_found(std::vector<Found>& found, const std::string& typed, const std::string& words, int source,
               PaletteEntry entry) {
  if (const auto rank = match_words(typed, entry.title, words))
    found.push_back({10 * *rank + source + (entry.enabled ? 0 : 5), std::move(entry)});
}

/// Without typed text only commands that can be given are listed.
void add_commands(std::vector<Found>& found, const std::string& typed, const CommandContext& context) {
  for (const Command& c : commands()) {
    const bool can = c.can(context);
    if (typed.empty() && !can) continue;
    const std::string key = shown_key(c, context.kept.keys);
    add_found(found, typed, std::string(c.words) + " " + c.title, 0,
              {c.title_now(context), group_name(c.group), key, can, c.asked(context)});
  }
}

void add_recent(std::vector<Found>& found, const std::string& typed, const CommandContext& context) {
  for (const std::string& path : context.kept.recent)
    add_found(found, typed, "open recent file", 1,
              {path, "Recent files", "", true, FileRequest{.kind = FileRequest::Kind::open, .path = path}});
}

/// Channels of the open run; the entry adds the channel to the plots or takes it out.
void add_channels(std::vector<Found>& found, const std::string& typed, const CommandContext& context) {
  if (!context.run.scene) return;
  const auto& channels = context.run.scene->channels;
  for (std::size_t k = 0; k < channels.size(); ++k)
    add_found(found, typed, "plot channel", 2,
              {channels[k].name, "Channels", "", true,
               PlotRequest{.kind = PlotRequest::Kind::toggle, .channel = static_cast<int>(k)}});
}

/// "set KEY VALUE" or "set KEY = VALUE": the words between, and the last one where there are several.
struct WantedValue {
  std::string key, value;
};
/// Empty unless the first word is "set" and a key follows. Keys may be several words; the last word of
/// three or more is the value.
std::optional<WantedValue> wanted_value(const std::string& typed) {
  std::vector<std::string> words = words_of(typed);
  std::erase(words, "=");
  if (words.size() < 2 || lower(words[0]) != "set") return std::nullopt;
  WantedValue wanted{words[1], ""};
  if (words.size() > 2) wanted.value = words.back();
  for (std::size_t k = 2; k + 1 < words.size(); ++k) wanted.key += " " + words[k];
  return wanted;
}

bool takes_number(const KeyNote& note) {
  return note.kind == KeyKind::number || note.kind == KeyKind::whole || note.kind == KeyKind::numbers;
}

/// The entry that sets this key. It cannot be given until a value is typed.
PaletteEntry setting_entry(const InspectedKey& key, const std::string& value) {
  const KeyNote& note = *key.note;
  const std::string now = note.value.empty() ? note.fallback : note.value;
  const std::string unit = key.unit.empty() || key.unit == "-" ? "" : " " + key.unit;
  // Texts and choices are quoted as TOML; numbers are written as typed, in SI.
  const bool words = note.kind == KeyKind::choice || note.kind == KeyKind::text;
  const std::string toml = words ? toml_string(value) : value;
  return {value.empty() ? fmt::format("set {} (now {}{}): type a value", note.key, now, unit)
                        : fmt::format("set {} = {}{} (now {})", note.key, value, unit, now),
          "Numbers of the scenario", "", !value.empty(),
          DocumentRequest{.settings = {{note.key, toml}}, .what = note.key + " = " + toml}};
}

/// The key of exactly this name, then those that the inspector finds for it, at most `most` in all. A typed
/// value leaves only keys of its kind, numbers or words.
std::vector<PaletteEntry> setting_entries(const WantedValue& wanted, const CommandContext& context,
                                          std::size_t most) {
  std::vector<PaletteEntry> entries;
  if (!context.document.inspector || !context.run.scene || !context.document.document->is_open())
    return entries;
  if (const KeyNote* exact = context.document.inspector->find(wanted.key)) {
    InspectedKey key;
    key.note = exact;
    entries.push_back(setting_entry(key, wanted.value));
  }
  const bool is_number = parse_entry(wanted.value, {}).value.has_value();
  for (const InspectedGroup& group : context.document.inspector->groups({}, *context.run.scene, wanted.key))
    for (const InspectedKey& key : group.keys)
      if (entries.size() < most && key.note->key != wanted.key &&
          (wanted.value.empty() || is_number == takes_number(*key.note)))
        entries.push_back(setting_entry(key, wanted.value));
  return entries;
}

}  // namespace

std::optional<int> match_words(const std::string& typed, const std::string& title, const std::string& words) {
  const std::string in_title = lower(title), beside = lower(words);
  int rank = 0;
  for (const std::string& word : words_of(lower(typed))) {
    if (const auto best = match_word(word, in_title))
      rank += *best;
    else if (const auto other = match_word(word, beside))
      rank += 3 + *other;
    else
      return std::nullopt;
  }
  return rank;
}

std::vector<PaletteEntry> palette_entries(const std::string& typed, const CommandContext& context,
                                          std::size_t most) {
  if (const auto wanted = wanted_value(typed)) return setting_entries(*wanted, context, most);
  std::vector<Found> found;
  add_commands(found, typed, context);
  if (!typed.empty()) {
    add_recent(found, typed, context);
    add_channels(found, typed, context);
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const Found& a, const Found& b) { return a.rank < b.rank; });
  if (found.size() > most) found.resize(most);
  std::vector<PaletteEntry> entries;
  for (Found& f : found) entries.push_back(std::move(f.entry));
  return entries;
}

}  // namespace grouser::desktop
