// SPDX-License-Identifier: BSD-3-Clause
// Walks the finished words through the option tree as CLI11 would, to find the command and the option whose
// value comes next, then lists the candidates that begin with the unfinished word.
#include "completion.hpp"

#include <algorithm>

namespace grouser {
namespace {

/// The place in the tree of options that the words before the last one lead to.
struct Place {
  const CommandHelp* command;
  const OptionHelp* waiting = nullptr;  ///< the option whose value comes next
  bool must_take = false;               ///< or may another option follow
  std::size_t texts = 0;                ///< known by their place, so far
  bool lost = false;                    ///< a word named no subcommand
};

/// The command's option of that name, "-o" or "--out"; null if it has none.
const OptionHelp* find_option(const CommandHelp& command, const std::string& name) {
  for (const OptionHelp& option : command.options)
    if (std::find(option.names.begin(), option.names.end(), name) != option.names.end()) return &option;
  return nullptr;
}

/// Whether a word looks like an option; "-" alone is a value.
bool is_option(const std::string& word) { return word.size() > 1 && word.front() == '-'; }

/// Moves the place by one finished word: a value, an option, a subcommand, or a text known by its place.
void take_word(const std::string& word, Place& place) {
  if (place.waiting && (place.must_take || !is_option(word))) {
    if (place.waiting->takes != Takes::many) place.waiting = nullptr;
    place.must_take = false;
    return;
  }
  place.waiting = nullptr;
  if (is_option(word)) {
    const OptionHelp* option = find_option(*place.command, word);  // not of "--out=x", which needs no more
    if (!option || option->takes == Takes::nothing) return;
    place.waiting = option;
    place.must_take = true;
    return;
  }
  for (const CommandHelp& sub : place.command->subcommands)
    if (sub.name == word) {
      place = {&sub};
      return;
    }
  place.lost = !place.command->subcommands.empty();
  ++place.texts;
}

/// The place that the words before the last one lead to.
Place place_of(const CommandHelp& program, const std::vector<std::string>& words) {
  Place place{&program};
  for (std::size_t k = 0; k + 1 < words.size(); ++k) take_word(words[k], place);
  return place;
}

/// The text that the place of the line expects; null if all are given. One that takes many takes the rest.
const OptionHelp* text_at(const Place& place) {
  std::size_t k = 0;
  for (const OptionHelp& option : place.command->options) {
    if (!option.by_place) continue;
    if (k++ == place.texts || option.takes == Takes::many) return &option;
  }
  return nullptr;
}

/// Whether the value is a path, by its name in the help, and of which kind. Other names mean a number or a
/// free text, which no shell can complete.
bool is_path(const OptionHelp& option, PathKind& paths) {
  const std::string& value =
      option.value.empty() || option.value == "TEXT" ? option.names.front() : option.value;
  if (value.find("DIR") != std::string::npos || value.find("FOLDER") != std::string::npos)
    paths = PathKind::folders;
  else if (value.find("FILE") != std::string::npos || value.find('.') != std::string::npos || option.by_place)
    paths = PathKind::files;
  return paths != PathKind::none;
}

/// Adds the values that an option can take, each behind `prefix` ("--out=" or empty).
void add_values(const OptionHelp& option, const std::string& prefix, const std::vector<std::string>& words,
                const ValueList& values, Completion& out) {
  for (const std::string& word : option.words) out.candidates.push_back({prefix + word});
  for (Candidate& value : values(option, words))
    out.candidates.push_back({prefix + value.text, std::move(value.meaning)});
  if (option.words.empty()) (void)is_path(option, out.paths);
}

/// Adds the command's options but for those on the line already, unless they may be repeated.
void add_options(const CommandHelp& command, const std::vector<std::string>& words, Completion& out) {
  for (const OptionHelp& option : command.options) {
    if (option.by_place) continue;
    const bool given = std::any_of(option.names.begin(), option.names.end(), [&](const std::string& name) {
      return std::find(words.begin(), words.end() - 1, name) != words.end() - 1;
    });
    if (!given || option.repeated) out.candidates.push_back({option.names.back(), option_meaning(option)});
  }
}

}  // namespace

Completion complete(const CommandHelp& program, const std::vector<std::string>& words,
                    const ValueList& values) {
  Completion out;
  if (words.empty()) return out;
  const Place place = place_of(program, words);
  if (place.lost) return out;
  const std::string& last = words.back();
  const std::size_t equals = last.find('=');
  // The last word is a value, "--name=value", the beginning of an option, or a subcommand or text.
  if (place.waiting && (place.must_take || !is_option(last))) {
    add_values(*place.waiting, "", words, values, out);
  } else if (last.rfind("--", 0) == 0 && equals != std::string::npos) {
    if (const OptionHelp* option = find_option(*place.command, last.substr(0, equals)))
      add_values(*option, last.substr(0, equals + 1), words, values, out);
  } else if (last.rfind("-", 0) == 0) {
    add_options(*place.command, words, out);
  } else {
    for (const CommandHelp& sub : place.command->subcommands)
      out.candidates.push_back({sub.name, sub.summary});
    if (const OptionHelp* text = text_at(place)) add_values(*text, "", words, values, out);
  }
  std::erase_if(out.candidates, [&](const Candidate& c) { return c.text.rfind(last, 0) != 0; });
  return out;
}

std::string completion_text(const Completion& completion) {
  std::string text;
  for (const Candidate& c : completion.candidates)
    text += c.text + (c.meaning.empty() ? "" : "\t" + c.meaning) + "\n";
  const char* const words[] = {":none", ":files", ":folders"};
  return text + words[static_cast<int>(completion.paths)] + "\n";
}

}  // namespace grouser
