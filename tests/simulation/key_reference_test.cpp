// SPDX-License-Identifier: BSD-3-Clause
// The pages docs/reference/*.md, which are made from the tables of keys. With GROUSER_WRITE_PAGES=1 in the
// environment they are written anew.
#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <regex>
#include <sstream>

#include "catch.hpp"
#include "grouser/base/asset_path.hpp"
#include "grouser/shape/file/mesh_file.hpp"
#include "grouser/simulation/build/key_list.hpp"
#include "grouser/simulation/build/scenario.hpp"
#include "grouser/soil/laws/soil_params.hpp"
#include "grouser/survey/make/recipe.hpp"
#include "grouser/vehicle/spec/vehicle_document.hpp"
#include "support.hpp"

using namespace grouser;
using namespace grouser::test;

namespace {

/// `made_from`: the source of the table, "of" the kind of file in the title.
struct Page {
  const char *file, *of, *made_from, *more;
  std::vector<ListedSection> (*sections)();
};

constexpr Page kPages[] = {
    {"scenario.md", "a scenario", "src/simulation/build/scenario_keys.hpp",
     "A ground that is made (`kind`) has the keys of a [recipe](recipe.md).", list_scenario_keys},
    {"vehicle.md", "a vehicle", "src/vehicle/spec/vehicle_parts.hpp",
     "Rovers, landers, walkers and bodies have the same keys; `grouser rovers --keys` lists them too.",
     list_vehicle_keys},
    {"recipe.md", "a terrain recipe", "src/survey/make/ground_layer.hpp",
     "A scenario may have them in its `[terrain]` too. They act in the order of this page, and each adds to "
     "what is there (a bed "
     "replaces it).",
     list_recipe_keys},
    {"soil.md", "a soil", "src/soil/laws/soil_params.cpp",
     "Numbers that must be given are those that the law `bekker` or `scm` needs; `rft` needs `phi_deg`, "
     "`density`, `xi_n` or a plate test, and "
     "`rigid` a friction. [Choosing a soil law](../choosing_a_soil_law.md) says more. `grouser soils --keys` "
     "lists the keys too.",
     list_soil_keys},
};

std::string head(const Page& page) {
  return std::string("# Keys of ") + page.of + R"(

Made from the table of keys that reads such files (`)" +
         page.made_from + R"(` and the files that it names): do not edit.
`GROUSER_WRITE_PAGES=1 ctest -R "pages of keys"` writes it anew.
All numbers are in SI units; keys that end in `_deg` are in degrees.
A key without a default must be given, or, in italics, changes something by being there.
)" + page.more +
         "\n";
}

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
std::string text_of(const Page& page) {
  std::string text = head(page);
  std::vector<std::pair<std::string, std::string>> known;  // rows and header
  for (const ListedSection& section : page.sections()) {
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

TEST_CASE("the pages of keys say what the tables of keys say", "[simulation]") {
  for (const Page& page : kPages) {
    const std::filesystem::path path = std::filesystem::path(GROUSER_SOURCE) / "docs/reference" / page.file;
    const std::string now = text_of(page);
    if (std::getenv("GROUSER_WRITE_PAGES")) std::ofstream(path) << now;
    CAPTURE(page.file);
    CHECK(read_file(path) == now);
  }
}

// "type = \"revolute\" or \"inline\"" beside a key `type` of the same section.
TEST_CASE("words in the condition of a key are those that files may have", "[simulation]") {
  const std::regex part("([a-z_]+) = |\"([^\"]+)\"");
  std::size_t checked = 0;
  for (const Page& page : kPages)
    for (const ListedSection& section : page.sections())
      for (const ListedKey& key : section.keys) {
        std::string values;  // of the key that the words before belong to
        for (std::sregex_iterator at(key.when.begin(), key.when.end(), part), end; at != end; ++at) {
          if ((*at)[1].matched) {
            const auto of = std::ranges::find(section.keys, (*at)[1].str(), &ListedKey::key);
            values = of == section.keys.end() ? "" : of->values;
          } else if (values.starts_with("one of ")) {
            CAPTURE(section.header, key.key, key.when);
            CHECK_THAT(", " + values.substr(7) + ",",
                       Catch::Matchers::ContainsSubstring(", " + (*at)[2].str() + ","));
            ++checked;
          }
        }
      }
  CHECK(checked > 200);
}

namespace {

/// The listed key that a reader asked for: the same last part, in a section of the same first part ("" for
/// the keys before all tables).
const ListedKey* find_key(const std::vector<ListedSection>& sections, const std::string& first,
                          const std::string& last) {
  for (const ListedSection& section : sections) {
    const std::size_t at = section.header.find_first_not_of('[');
    const std::string name = at == std::string::npos ? "" : section.header.substr(at);
    if (name.substr(0, name.find_first_of(".]")) != first) continue;
    for (const ListedKey& key : section.keys)
      if (key.key == last) return &key;
  }
  return nullptr;
}

/// Counts the notes; each must be listed with its words.
std::size_t check_notes(const std::vector<KeyNote>& notes, const std::vector<ListedSection>& sections,
                        const std::function<std::string(const std::string&)>& own_key) {
  std::size_t checked = 0;
  for (const KeyNote& note : notes) {
    const std::string key = own_key(note.key);
    if (key.empty() || key == "units" || key == "pair") continue;
    const std::size_t dot = key.find('.');
    const std::string first = dot == std::string::npos ? "" : key.substr(0, dot);
    const ListedKey* listed = find_key(sections, first, key.substr(key.rfind('.') + 1));
    if (!listed && dot != std::string::npos) {  // a number by a name of the file's own
      const std::string above = key.substr(0, key.rfind('.'));
      listed = find_key(sections, first, above.substr(above.rfind('.') + 1));
    }
    CAPTURE(key, note.help);
    REQUIRE(listed);
    if (*note.help) CHECK_FALSE(listed->help.empty());
    ++checked;
  }
  return checked;
}

}  // namespace

// The readers note keys as they ask for them; the tables list them without a file.
TEST_CASE("every key that shipped scenarios and soils are asked for is listed", "[simulation]") {
  const std::vector<ListedSection> scenario = list_scenario_keys(), soil = list_soil_keys();
  std::size_t of_scenarios = 0, of_soils = 0;
  for (const char* id :
       {"drive_flat_soft", "waypoints", "egress_level", "skycrane_soft", "walker_crawl_flat"}) {
    const std::vector<KeyNote> keys = read_world_spec(id).keys;
    const auto of_others = [](const std::string& key) {
      for (const char* other : {"soil.", "rover.", "lander.", "recipe."})
        if (key.starts_with(other)) return true;
      return false;
    };
    of_scenarios +=
        check_notes(keys, scenario, [&](const std::string& key) { return of_others(key) ? "" : key; });
    of_soils += check_notes(keys, soil, [&](const std::string& key) {
      const bool own = key.starts_with("soil.") && key != "soil.name" &&
                       key.find("provisional") == std::string::npos && !key.ends_with("same_as");
      return own ? key.substr(key.rfind('.') + 1) : "";
    });
  }
  CHECK(of_scenarios > 100);
  CHECK(of_soils > 30);
}

TEST_CASE("every key that shipped vehicles are asked for is listed", "[simulation]") {
  const std::vector<ListedSection> sections = list_vehicle_keys();
  std::size_t checked = 0;
  for (const char* kind : {"rovers", "landers", "walkers", "bodies"})
    for (const std::string& id : asset_ids(kind)) {
      const std::filesystem::path path = resolve_asset(id, kind);
      std::vector<KeyNote> notes;
      read_vehicle_document(
          {.name = id,
           .text = read_file(path),
           .open_mesh = [&](const std::string& file,
                            const std::string&) { return read_mesh(path.parent_path() / file); }},
          &notes);
      CAPTURE(id);
      checked += check_notes(notes, sections, [](const std::string& key) { return key; });
    }
  CHECK(checked > 2000);
}
