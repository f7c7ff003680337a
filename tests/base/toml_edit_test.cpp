// SPDX-License-Identifier: BSD-3-Clause
// Editing TOML text: the meaning is that of TomlTable::set(), a second way to the same end; all else stays.
#include "grouser/base/toml_edit.hpp"

#include "catch.hpp"
#include "grouser/base/error.hpp"

using namespace grouser;

namespace {

std::string set_by_table(const std::string& text, const Override& change) {
  TomlTable table = TomlTable::parse(text, "a.toml");
  table.set(change);
  return table.to_text();
}

}  // namespace

TEST_CASE("set_in_toml: comments, order and spacing stay") {
  const std::string text = R"(# A scenario, by people.
name = "drive"   # its name
duration = 620.0 # s, "ä" = µ

[terrain] # ground
soil = "sand"
slopes = [1.0,
          2.0] # two lines

[[shape]]
name = "bär"
size = { x = 1.0, y = 2.0 } # inline
[drive]
)";
  struct Case {
    Override change;
    std::string before, after;  // this piece of the text becomes that one
  };
  const std::vector<Case> cases = {
      {{"duration", "30"}, "duration = 620.0 # s", "duration = 30 # s"},
      {{"name", "egress"}, "\"drive\"   # its", "\"egress\"   # its"},
      {{"terrain.slopes", "[3, 4, 5]"}, "[1.0,\n          2.0] # two", "[3, 4, 5] # two"},
      {{"terrain.file", "\"a b.tif\""}, "2.0] # two lines\n", "2.0] # two lines\nfile = \"a b.tif\"\n"},
      {{"gravity", "3.71"}, "\"ä\" = µ\n", "\"ä\" = µ\ngravity = 3.71\n"},
      {{"shape.bär.name", "\"µ-rock\""}, "\"bär\"", "\"µ-rock\""},
      {{"shape.bär.size.y", "3.5"}, "y = 2.0 }", "y = 3.5 }"},
      {{"drive.speed", "0.05"}, "[drive]\n", "[drive]\nspeed = 0.05\n"},
      {{"view.plots", "[\"a\"]"}, "[drive]\n", "[drive]\n\n[view]\nplots = [\"a\"]\n"},
  };
  for (const Case& c : cases) {
    INFO(c.change.key);
    std::string expected = text;
    const std::size_t at = expected.find(c.before);
    REQUIRE(at != std::string::npos);
    expected.replace(at, c.before.size(), c.after);
    const std::string edited = set_in_toml(text, "a.toml", c.change);
    CHECK(edited == expected);
    CHECK(TomlTable::parse(edited, "a.toml").to_text() == set_by_table(text, c.change));
  }
}

TEST_CASE("set_in_toml: what cannot be done in place keeps its meaning, and nonsense is refused") {
  const std::string text = "a = { x = 1 }\n";
  const Override change{"a.y", "2"};
  CHECK(TomlTable::parse(set_in_toml(text, "a.toml", change), "a.toml").to_text() ==
        set_by_table(text, change));
  CHECK_THROWS_AS(set_in_toml("a = 1\n", "a.toml", {"a.b", "2"}), InputError);
  CHECK_THROWS_AS(set_in_toml("a = \n", "a.toml", {"a", "2"}), InputError);
}

TEST_CASE("set_in_toml: a table with a header gives way to one in a line, and remarks elsewhere stay") {
  const std::string text = R"(# mine
name = "a"  # its name

[drive]     # goes with its remarks
start = 1.0
[[drive.phase]]
rows = [
  [1.0],
  [2.0],
]
# of the driver

# how it looks
[view] # stays
plots = ["x"]
)";
  const Override change{"drive", "{ follow = { speed = 0.05 } }"};
  const std::string edited = set_in_toml(text, "a.toml", change);
  CHECK(edited == R"(# mine
name = "a"  # its name
drive = { follow = { speed = 0.05 } }

# of the driver

# how it looks
[view] # stays
plots = ["x"]
)");
  CHECK(TomlTable::parse(edited, "a.toml").to_text() == set_by_table(text, change));
  const Override further{"drive.follow.speed", "0.1"};
  CHECK(set_in_toml(edited, "a.toml", further).find("{ speed = 0.1 }") != std::string::npos);
}
