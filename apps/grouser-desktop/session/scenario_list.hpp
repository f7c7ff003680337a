// SPDX-License-Identifier: BSD-3-Clause
// The scenarios that come with the program, as a person chooses among them: grouped by purpose, found by
// words.
#pragma once
#include <string>
#include <vector>

namespace grouser::desktop {

struct ScenarioEntry {
  std::string id;
  std::string title;
  std::string purpose;  ///< one sentence
  std::string group;    ///< "Egress", "Driving", ...
};

/// Reads title, group and purpose from the text of a scenario. Where the keys are missing: the group from the
/// name, the purpose from the first sentence of the comment at the head. Never throws: a scenario that cannot
/// be read is listed under its id.
ScenarioEntry describe_scenario(const std::string& id, const std::string& toml);
/// All that come with the program, by group and title.
std::vector<ScenarioEntry> list_scenarios();
/// Groups in the order in which they are shown, then by title.
void sort_scenarios(std::vector<ScenarioEntry>& entries);
/// Those in whose id, title, group or purpose every word of the filter occurs: first those whose id begins
/// with a word, and the groups they are in.
std::vector<ScenarioEntry> matching_scenarios(const std::vector<ScenarioEntry>& entries,
                                              const std::string& filter);
/// Whether every word of `filter` occurs in `text`, upper or lower case.
bool contains_words(const std::string& text, const std::string& filter);

}  // namespace grouser::desktop
