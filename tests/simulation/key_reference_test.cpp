// SPDX-License-Identifier: BSD-3-Clause
// The page docs/reference/scenario.md, which is made from the table of keys. With GROUSER_WRITE_PAGES=1 in
// the environment it is written anew.
#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "catch.hpp"
#include "grouser/simulation/build/key_list.hpp"
#include "grouser/simulation/build/scenario.hpp"
#include "support.hpp"

using namespace grouser;
using namespace grouser::test;

namespace {

const std::filesystem::path kPage = std::filesystem::path(GROUSER_SOURCE) / "docs/reference/scenario.md";

constexpr const char* kHead = R"(# Keys of a scenario

Made from the table of keys that reads scenarios (`src/simulation/build/scenario_keys.hpp` and the files it names): do not edit.
`GROUSER_WRITE_PAGES=1 ctest -R "page of keys"` writes it anew. All numbers are in SI units; keys that end in `_deg` are in degrees.
A key without a default must be given, or, in italics, changes something by being there. The ground itself (`[terrain]`: plane, raster,
recipe, shapes) is described in the [user guide](../user_guide.md).
)";

std::string cell(std::string text) {
  for (std::size_t at = text.find('|'); at != std::string::npos; at = text.find('|', at + 2))
    text.insert(at, "\\");
  return text;
}

std::string row(const ListedKey& key) {
  const std::string fallback = !key.fallback.empty() ? "`" + key.fallback + "`"
                               : key.must            ? "must be given"
                                                     : "*none*";
  return "| `" + key.key + "` | " + cell(key.help) + " | " + cell(key.values) + " | " + fallback + " | " +
         (key.when.empty() ? "" : "`" + cell(key.when) + "`") + " |\n";
}

std::string rows(const ListedSection& section) {
  std::string text = "| key | meaning | value | default | only where |\n|---|---|---|---|---|\n";
  for (const ListedKey& key : section.keys) text += row(key);
  return text;
}

/// A section that says what an earlier one does refers to it.
std::string page() {
  std::string text = kHead;
  std::vector<std::pair<std::string, std::string>> known;  // rows and header
  for (const ListedSection& section : list_scenario_keys()) {
    const std::string header = section.header.empty() ? "Before all tables" : "`" + section.header + "`";
    text += "\n## " + header + "\n\n";
    if (*section.help.c_str()) text += "In short: " + section.help + ".\n\n";
    if (section.keys.empty()) {
      text += "Only tables.\n";
      continue;
    }
    const std::string own = rows(section);
    const auto same = std::find_if(known.begin(), known.end(), [&](const auto& k) { return k.first == own; });
    text += same == known.end() ? own : "The keys of " + same->second + ".\n";
    if (same == known.end()) known.emplace_back(own, header);
  }
  return text;
}

std::string read_file(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

}  // namespace

TEST_CASE("the page of keys says what the table of keys says", "[simulation]") {
  const std::string now = page();
  if (std::getenv("GROUSER_WRITE_PAGES")) std::ofstream(kPage) << now;
  CHECK(read_file(kPage) == now);
}

// The reader notes keys as it asks for them; the table lists them without a file.
TEST_CASE("every key that shipped scenarios are asked for is listed, with its words", "[simulation]") {
  const std::vector<ListedSection> sections = list_scenario_keys();
  std::size_t checked = 0;
  for (const char* id : {"drive_flat_soft", "waypoints", "egress_level", "skycrane_soft"})
    for (const KeyNote& note : read_world_spec(id).keys) {
      if (note.key.find('.') != std::string::npos || note.key == "units") continue;
      const auto& top = sections.front().keys;
      CAPTURE(note.key);
      const auto found =
          std::find_if(top.begin(), top.end(), [&](const ListedKey& key) { return key.key == note.key; });
      REQUIRE(found != top.end());
      CHECK(found->help == note.help);
      ++checked;
    }
  CHECK(checked > 20);
}
