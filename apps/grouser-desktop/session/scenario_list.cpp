// SPDX-License-Identifier: BSD-3-Clause
// The list of scenarios. Title, group and purpose come from the keys of the file; where they are missing,
// the group follows from words in the name, and the purpose is the first sentence of the file's comment.
#include "session/scenario_list.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>
#include <sstream>
#include <tuple>

#include "grouser/base/asset_path.hpp"
#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/toml_input.hpp"

namespace grouser::desktop {
namespace {

// In the order of the list; a group that is not among them comes last.
constexpr std::array<const char*, 11> kGroups = {
    "Egress", "Landing", "Docking", "Legs", "Soil", "Driving", "Turning", "Obstacles", "Fast and low gravity",
    "Drops",  "Tests"};

/// The first group one of whose words the name contains.
std::string group_of_name(const std::string& id) {
  struct Word {
    const char *word, *group;
  };
  static constexpr Word kWords[] = {{"egress", "Egress"},
                                    {"lander", "Egress"},
                                    {"ramp", "Egress"},
                                    {"crane", "Landing"},
                                    {"touchdown", "Landing"},
                                    {"dock", "Docking"},
                                    {"hopper", "Fast and low gravity"},
                                    {"moon", "Fast and low gravity"},
                                    {"phobos", "Fast and low gravity"},
                                    {"gravity", "Fast and low gravity"},
                                    {"fast", "Fast and low gravity"},
                                    {"bump", "Fast and low gravity"},
                                    {"drop", "Drops"},
                                    {"step", "Obstacles"},
                                    {"rock", "Obstacles"},
                                    {"trench", "Obstacles"},
                                    {"obstacle", "Obstacles"},
                                    {"turn", "Turning"},
                                    {"crab", "Turning"},
                                    {"waypoint", "Turning"},
                                    {"drawbar", "Soil"},
                                    {"slope", "Soil"},
                                    {"sand", "Soil"},
                                    {"drive", "Driving"},
                                    {"traverse", "Driving"},
                                    {"accelerate", "Driving"}};
  for (const Word& w : kWords) {
    if (id.find(w.word) != std::string::npos) return w.group;
  }
  return "Tests";
}

/// The comment at the head of the file as one line, up to its first full stop.
std::string first_sentence(const std::string& toml) {
  std::istringstream lines(toml);
  std::string line, text;
  while (std::getline(lines, line) && !line.empty() && line[0] == '#') {
    const std::size_t begin = line.find_first_not_of("# ");
    if (begin == std::string::npos) break;
    text += (text.empty() ? "" : " ") + line.substr(begin);
  }
  // A full stop before a blank ends the sentence, but not that of "al."
  for (std::size_t at = text.find(". "); at != std::string::npos; at = text.find(". ", at + 1)) {
    const bool abbreviation = at >= 2 && text.compare(at - 2, 2, "al") == 0;
    if (!abbreviation) return text.substr(0, at + 1);
  }
  return text;
}

/// Whether two ASCII letters are the same but for their case.
bool same_letter(char a, char b) {
  return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
}

/// Whether the id begins with one of the words.
bool begins_with_a_word(const std::string& id, const std::string& words) {
  std::istringstream in(words);
  for (std::string word; in >> word;) {
    if (word.size() <= id.size() && std::equal(word.begin(), word.end(), id.begin(), same_letter))
      return true;
  }
  return false;
}

/// Place of a group in the list; their number for an unknown one.
std::size_t group_rank(const std::string& group) {
  return static_cast<std::size_t>(std::find(kGroups.begin(), kGroups.end(), group) - kGroups.begin());
}

}  // namespace

bool contains_words(const std::string& text, const std::string& filter) {
  std::istringstream words(filter);
  std::string word;
  while (words >> word) {
    if (std::search(text.begin(), text.end(), word.begin(), word.end(), same_letter) == text.end())
      return false;
  }
  return true;
}

ScenarioEntry describe_scenario(const std::string& id, const std::string& toml) {
  ScenarioEntry entry{id, id, first_sentence(toml), group_of_name(id)};
  try {
    const TomlTable table = TomlTable::parse(toml, id);
    entry.title = table.string_or("title", id);
    entry.group = table.string_or("group", entry.group);
    entry.purpose = table.string_or("purpose", entry.purpose);
  } catch (const Error& error) {
    entry.purpose = error.what();
  }
  return entry;
}

void sort_scenarios(std::vector<ScenarioEntry>& entries) {
  const auto key = [](const ScenarioEntry& e) {
    return std::make_tuple(group_rank(e.group), std::cref(e.group), std::cref(e.title));
  };
  std::sort(entries.begin(), entries.end(),
            [&](const ScenarioEntry& a, const ScenarioEntry& b) { return key(a) < key(b); });
}

std::vector<ScenarioEntry> list_scenarios() {
  std::vector<ScenarioEntry> entries;
  for (const std::string& id : asset_ids("scenarios")) {
    try {
      entries.push_back(describe_scenario(id, read_text_file(resolve_asset(id, "scenarios"))));
    } catch (const Error& error) {
      entries.push_back({id, id, error.what(), group_of_name(id)});
    }
  }
  sort_scenarios(entries);
  return entries;
}

std::vector<ScenarioEntry> matching_scenarios(const std::vector<ScenarioEntry>& entries,
                                              const std::string& filter) {
  std::vector<ScenarioEntry> matches;
  std::set<std::string> begun_groups;
  for (const ScenarioEntry& e : entries) {
    if (!contains_words(e.id + " " + e.title + " " + e.group + " " + e.purpose, filter)) continue;
    matches.push_back(e);
    if (begins_with_a_word(e.id, filter)) begun_groups.insert(e.group);
  }
  if (begun_groups.empty()) return matches;
  // Groups stay together, so that each heading appears once.
  const auto key = [&](const ScenarioEntry& e) {
    return std::make_tuple(begun_groups.count(e.group) == 0, group_rank(e.group), std::cref(e.group),
                           !begins_with_a_word(e.id, filter));
  };
  std::stable_sort(matches.begin(), matches.end(),
                   [&](const ScenarioEntry& a, const ScenarioEntry& b) { return key(a) < key(b); });
  return matches;
}

}  // namespace grouser::desktop
