// SPDX-License-Identifier: BSD-3-Clause
// Errors about a file as a whole: one of another kind, one that lacks several keys, one that is no TOML.

#include "catch.hpp"
#include "grouser/base/document_kind.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/missing_keys.hpp"
#include "grouser/base/name_pattern.hpp"

using namespace grouser;
using Catch::Matchers::ContainsSubstring;

namespace {

TomlTable table_of(const std::string& text) { return TomlTable::parse(text, "file.toml"); }

struct Tyre {
  double radius, mass, stiffness;
  std::string name;
};

Tyre read_tyre(const TomlTable& root) {
  const TomlTable tyre = root.table("tyre");
  return {tyre.number("radius", positive("m")), tyre.number("mass", {2.0, 9.0, false, "kg"}),
          tyre.number_or("stiffness", 4000.0, positive("N/m")), tyre.string("name")};
}

}  // namespace

TEST_CASE("a file of another kind is named as what it is, with the command that takes it") {
  const TomlTable scenario = table_of("rover = 'viper'\nduration = 3"), rover = table_of("root = 'chassis'"),
                  soil = table_of("phi_deg = 30"), recipe = table_of("cell = 0.5\nsize = [2, 2]"),
                  campaign = table_of("scenario = 'a'\nsamples = 3"), nothing = table_of("title = 'x'");
  CHECK_THROWS_WITH(
      refuse_other_kind(rover, DocumentKind::scenario),
      ContainsSubstring("file.toml: found a rover") && ContainsSubstring("expected a scenario"));
  CHECK_THROWS_WITH(refuse_other_kind(scenario, DocumentKind::soil),
                    ContainsSubstring("a scenario") && ContainsSubstring("grouser run"));
  CHECK_THROWS_WITH(refuse_other_kind(soil, DocumentKind::vehicle), ContainsSubstring("found a soil"));
  CHECK_THROWS_WITH(refuse_other_kind(campaign, DocumentKind::scenario),
                    ContainsSubstring("grouser campaign run"));
  CHECK_THROWS_WITH(refuse_other_kind(recipe, DocumentKind::scenario),
                    ContainsSubstring("grouser terrain make"));
  // A file of the wanted kind passes, and so does one that no key tells apart: its reader says what it lacks.
  CHECK_NOTHROW(refuse_other_kind(scenario, DocumentKind::scenario));
  CHECK_NOTHROW(refuse_other_kind(soil, DocumentKind::soil));
  CHECK_NOTHROW(refuse_other_kind(nothing, DocumentKind::soil));
  CHECK(looks_like(rover, DocumentKind::vehicle));
  CHECK_FALSE(looks_like(rover, DocumentKind::scenario));
  // Looking for these keys leaves none of them known to the reader.
  CHECK_THROWS_WITH(soil.finish(), ContainsSubstring("phi_deg"));
}

TEST_CASE("a list under its plural, and a list beside a table of its name, are named") {
  CHECK_THROWS_WITH(
      refuse_other_kind(table_of("root = 'a'\n[[bodies]]\nname = 'a'"), DocumentKind::vehicle),
      ContainsSubstring("file.toml:2") && ContainsSubstring("found [[bodies]], expected [[body]] for each"));
  CHECK_THROWS_WITH(refuse_other_kind(table_of("rover = 'a'\n[[pushes]]\n"), DocumentKind::scenario),
                    ContainsSubstring("[[push]]"));
  CHECK_NOTHROW(refuse_other_kind(table_of("rover = 'a'\n[[push]]\n"), DocumentKind::scenario));
  CHECK_THROWS_WITH(
      table_of("[wheel]\nradius = 1\n[[wheel]]\nname = 'a'"),
      ContainsSubstring("file.toml:3") && ContainsSubstring("[[wheel]] beside a table [wheel]"));
}

TEST_CASE("all missing keys are named at once, with the defaults of the others") {
  CHECK(read_naming_missing_keys(table_of("[tyre]\nradius = 1\nmass = 2\nname = 'a'"), read_tyre).mass ==
        2.0);
  CHECK_THROWS_WITH(read_naming_missing_keys(table_of("[tyre]\ntread = 1"), read_tyre),
                    ContainsSubstring("3 keys missing (tyre.radius, tyre.mass, tyre.name)") &&
                        ContainsSubstring("tyre.mass: a number from 2 to 9 in kg") &&
                        ContainsSubstring("tyre.stiffness = 4000"));
  // One missing key keeps its line; a wrong value is not a missing one.
  CHECK_THROWS_WITH(read_naming_missing_keys(table_of("[tyre]\nradius = 1\nmass = 3"), read_tyre),
                    ContainsSubstring("tyre.name: found nothing"));
  CHECK_THROWS_WITH(read_naming_missing_keys(table_of("[tyre]\nradius = -1"), read_tyre),
                    ContainsSubstring("found -1"));
}

TEST_CASE("what is no TOML is shown, and a comma in a number gets its point") {
  CHECK_THROWS_WITH(table_of("a = 1\nradius = 0,15  # m"), ContainsSubstring("file.toml:2:") &&
                                                               ContainsSubstring("'0,15'") &&
                                                               ContainsSubstring("a decimal point: 0.15"));
  CHECK_THROWS_WITH(table_of("[body]\nname = 'a'\n[body]\n"),
                    ContainsSubstring("a second [body]") && ContainsSubstring("[[body]]"));
  CHECK_THROWS_WITH(table_of("radius 0.15"), ContainsSubstring("'radius 0.15'"));
  // A list has commas by right.
  CHECK(table_of("a = [0, 15]").numbers("a", 2, any_number("")).back() == 15.0);
}

TEST_CASE("a pattern of channels has stars within parts of the path") {
  CHECK(matches_channel("wheel/*/load", "wheel/front_left/load"));
  CHECK(matches_channel("wheel/front_*/load", "wheel/front_left/load"));
  CHECK(matches_channel("*/pitch", "chassis/pitch"));
  CHECK_FALSE(matches_channel("wheel/*", "wheel/front_left/load"));
  CHECK_FALSE(matches_channel("wheel/*/load", "wheel/front_left/slip"));
  CHECK_FALSE(matches_channel("", "chassis"));
}
