// SPDX-License-Identifier: BSD-3-Clause
// How scenarios are described, ordered and found by words.
#include "session/scenario_list.hpp"

#include <algorithm>
#include <set>

#include "catch.hpp"
#include "grouser/base/asset_path.hpp"

using namespace grouser::desktop;

TEST_CASE("scenario list: keys of the file win, without them the name and the head comment tell") {
  const ScenarioEntry told = describe_scenario("x_y", R"(# A head. More.
title = "Down the ramps"
group = "Egress"
purpose = "Does it tip?"
)");
  CHECK(told.title == "Down the ramps");
  CHECK(told.group == "Egress");
  CHECK(told.purpose == "Does it tip?");
  const ScenarioEntry guessed = describe_scenario("drive_uphill", R"(# Up a slope (Wong et al. 2010,
# sand). Second sentence.
title = "Uphill"
)");
  CHECK(guessed.group == "Driving");
  CHECK(guessed.purpose == "Up a slope (Wong et al. 2010, sand).");
  const ScenarioEntry broken = describe_scenario("crane_x", "title = ");
  CHECK(broken.title == "crane_x");
  CHECK(broken.group == "Landing");
  CHECK_FALSE(broken.purpose.empty());
}

TEST_CASE("scenario list: groups keep their order, unknown ones come last, titles rise within a group") {
  std::vector<ScenarioEntry> entries = {{"a", "Zeta", "", "Tests"},
                                        {"b", "Alpha", "", "Own"},
                                        {"c", "Beta", "", "Egress"},
                                        {"d", "Alpha", "", "Egress"},
                                        {"e", "Alpha", "", "Driving"}};
  sort_scenarios(entries);
  std::string order;
  for (const ScenarioEntry& e : entries) order += e.id;
  CHECK(order == "dceab");
}

TEST_CASE("scenario list: every word of the filter must occur, upper or lower case") {
  const std::vector<ScenarioEntry> entries = {{"drop", "Wheel drop", "Off a step", "Tests"},
                                              {"drive", "Drive on sand", "Flat and soft", "Driving"}};
  CHECK(matching_scenarios(entries, "").size() == 2);
  CHECK(matching_scenarios(entries, "DROP step").size() == 1);
  CHECK(matching_scenarios(entries, "drop sand").empty());
  CHECK(matching_scenarios(entries, "  driving ").front().id == "drive");
}

TEST_CASE("scenario list: an id that begins with the word comes first, and its group with it") {
  const std::vector<ScenarioEntry> entries = {{"egress_rock", "Egress", "", "Egress"},
                                              {"step", "On a rock", "", "Obstacles"},
                                              {"rock_single", "One", "", "Obstacles"},
                                              {"rock_field", "Two", "", "Obstacles"}};
  std::string order;
  for (const ScenarioEntry& e : matching_scenarios(entries, "Rock")) order += e.id + " ";
  CHECK(order == "rock_single rock_field step egress_rock ");
  CHECK(matching_scenarios(entries, "").front().id == "egress_rock");
  CHECK(matching_scenarios(entries, "o").front().id == "egress_rock");  // no id begins with it
}

TEST_CASE("scenario list: all shipped scenarios are there with a title and a purpose") {
  const std::vector<ScenarioEntry> entries = list_scenarios();
  std::set<std::string> ids;
  for (const ScenarioEntry& e : entries) {
    INFO(e.id);
    ids.insert(e.id);
    CHECK(e.title != e.id);
    CHECK(e.purpose.size() > 15);
    CHECK_FALSE(e.group.empty());
  }
  // No shipped group stands behind "Tests", where unknown ones go.
  std::vector<ScenarioEntry> with_test = entries;
  with_test.push_back({"z", "ZZZ", "", "Tests"});
  sort_scenarios(with_test);
  CHECK(with_test.back().id == "z");
  const std::vector<std::string> files = grouser::asset_ids("scenarios");
  CHECK(ids == std::set<std::string>(files.begin(), files.end()));
}
