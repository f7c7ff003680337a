// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/base/toml_input.hpp"

#include <numbers>

#include "catch.hpp"
#include "grouser/base/error.hpp"

using namespace grouser;
using Catch::Matchers::ContainsSubstring;

TEST_CASE("numbers, angles and lists are read and checked") {
  const auto t = TomlTable::parse("mass = 3\nslope_deg = 90.0\np = [1, 2, 3.5]\nname = 'x'\n", "f.toml");
  CHECK(t.number("mass", positive("kg")) == 3.0);
  CHECK(t.angle_deg("slope_deg") == Approx(std::numbers::pi / 2));
  CHECK(t.vec3("p", "m")[2] == 3.5);
  CHECK(t.string("name") == "x");
  CHECK(t.number_or("absent", 7.0, positive("m")) == 7.0);
  t.finish();
}

TEST_CASE("rows of numbers are read and checked") {
  const auto t = TomlTable::parse(
      "path = [[0, 1.5], [2, -3]]\nshort = [[1, 2],\n [3]]\nflat = [1, 2]\nwild = [[1, nan]]\n", "f.toml");
  const auto rows = t.number_rows("path", 2, any_number("m"));
  CHECK(rows == std::vector<std::vector<double>>{{0.0, 1.5}, {2.0, -3.0}});
  CHECK_THROWS_WITH(t.number_rows("short", 2, any_number("m")),
                    ContainsSubstring("f.toml:3: short") && ContainsSubstring("rows of 2 numbers"));
  CHECK_THROWS_WITH(t.number_rows("flat", 2, any_number("m")), ContainsSubstring("f.toml:4: flat"));
  CHECK_THROWS_WITH(t.number_rows("wild", 2, any_number("m")),
                    ContainsSubstring("f.toml:5: wild") && ContainsSubstring("nan"));
  CHECK_THROWS_WITH(t.number_rows("path", 2, any_number("m"), 1), ContainsSubstring("at most 1 rows"));
  CHECK_THROWS_WITH(t.number_rows("gone", 2, any_number("m")), ContainsSubstring("nothing"));
}

TEST_CASE("errors name file, line, key, what was found and what was expected") {
  const auto t = TomlTable::parse("a = 1\nmass = -3.0\nx = nan\ns = 'tall'\n", "rover.toml");
  CHECK_THROWS_WITH(t.number("mass", positive("kg")), ContainsSubstring("rover.toml:2: mass") &&
                                                          ContainsSubstring("-3") &&
                                                          ContainsSubstring("> 0 in kg"));
  CHECK_THROWS_WITH(t.number("mass", {0.0, 100.0, true, ""}),
                    ContainsSubstring("expected a number above 0 and up to 100"));
  CHECK_THROWS_WITH(t.number("mass", {0.0, 100.0, false, ""}),
                    ContainsSubstring("expected a number from 0 to 100"));
  CHECK_THROWS_WITH(t.number("x", any_number("m")),
                    ContainsSubstring("rover.toml:3: x") && ContainsSubstring("nan"));
  CHECK_THROWS_WITH(t.number("s", any_number("m")),
                    ContainsSubstring("\"tall\"") && ContainsSubstring("a number in m"));
  CHECK_THROWS_WITH(t.number("gone", any_number("m")),
                    ContainsSubstring("gone") && ContainsSubstring("nothing"));
  CHECK_THROWS_WITH(t.choice("s", {"low", "high"}), ContainsSubstring("one of: low, high"));
  CHECK_THROWS_AS(TomlTable::parse("a = [1,\n", "f.toml"), InputError);
  CHECK_THROWS_WITH(TomlTable::parse("units = 'imperial'", "f.toml"),
                    ContainsSubstring("imperial") && ContainsSubstring("SI"));
}

TEST_CASE("a key nobody asked for is refused, in sub-tables too") {
  const auto t = TomlTable::parse("a = 1\n[wheel]\nradius = 0.1\nraduis = 0.2\n", "f.toml");
  t.number("a", any_number(""));
  const auto wheel = t.table("wheel");
  wheel.number("radius", positive("m"));
  CHECK_THROWS_WITH(t.finish(), ContainsSubstring("f.toml:4: wheel.raduis") && ContainsSubstring("radius"));
}

TEST_CASE("overrides replace values by dotted key") {
  auto t = TomlTable::parse("[rover.wheel]\nradius = 0.1\n[[shapes]]\nheight = 1.0\n", "f.toml");
  t.set(parse_override("rover.wheel.radius=0.2"));
  t.set(parse_override("shapes.0.height=2"));
  t.set(parse_override("terrain.file=/tmp/a b.tif"));
  CHECK(t.table("rover").table("wheel").number("radius", positive("m")) == 0.2);
  CHECK(t.tables("shapes").at(0).number("height", positive("m")) == 2.0);
  CHECK(t.table("terrain").string("file") == "/tmp/a b.tif");
  CHECK_THROWS_WITH(t.set(parse_override("rover.wheel.x=1"), false), ContainsSubstring("no key 'x'"));
  CHECK_THROWS_AS(parse_override("novalue"), InputError);
  const auto again = TomlTable::parse(t.to_text(), "again");
  CHECK(again.table("rover").table("wheel").number("radius", positive("m")) == 0.2);
}

TEST_CASE("an error in a value of --set says so, and names tables of a list by their name") {
  auto t =
      TomlTable::parse("[[body]]\nname = 'chassis'\nmass = 3\n[[body]]\nname = 'leg'\nmass = -1\n", "r.toml");
  CHECK_THROWS_WITH(t.tables("body").at(1).number("mass", positive("kg")),
                    ContainsSubstring("r.toml:6: body.leg.mass: found -1"));
  for (const char* key : {"body.0.mass", "body.chassis.mass"}) {
    CAPTURE(key);
    t.set(parse_override(std::string(key) + "=-7"));
    CHECK_THROWS_WITH(
        t.tables("body").at(0).number("mass", positive("kg")),
        ContainsSubstring(std::string("--set ") + key + "=-7: found -7") && !ContainsSubstring("r.toml"));
  }
  t.set({"body.leg.mass", "x", "--vary rover.body.leg.mass=x"});
  CHECK_THROWS_WITH(t.tables("body").at(1).number("mass", positive("kg")),
                    ContainsSubstring("--vary rover.body.leg.mass=x: found the text"));
  auto other = TomlTable::parse("[sole]\nwidth = 1\n", "r.toml");
  other.set(parse_override("sole.colour=red"));
  other.table("sole").number("width", positive("m"));
  CHECK_THROWS_WITH(other.finish(), ContainsSubstring("--set sole.colour=red: found an unknown key"));
  CHECK_THROWS_WITH(
      t.set(parse_override("body.chasis.mass=1")),
      ContainsSubstring("--set body.chasis.mass=1") && ContainsSubstring("did you mean 'chassis'?"));
}

TEST_CASE("the list of known keys has all that was asked for, read or only looked for") {
  const auto t = TomlTable::parse("raduis = 0.2\n", "f.toml");
  t.number_or("radius", 1.0, positive("m"));
  CHECK_FALSE(t.has("slip_radius"));
  CHECK_THROWS_WITH(t.finish(), ContainsSubstring("did you mean 'radius'") &&
                                    ContainsSubstring("one of: radius, slip_radius"));
  const auto looked = TomlTable::parse("slip_radius = 0.2\n", "f.toml");
  CHECK(looked.has("slip_radius"));
  CHECK_THROWS_WITH(looked.finish(),
                    ContainsSubstring("slip_radius: found an unknown key"));  // seen, and not read
}

TEST_CASE("errors hold no more of a file than a person reads") {
  const std::string long_key(200000, 'k');
  CHECK_THROWS_WITH(TomlTable::parse(long_key + " = 1\n", "f.toml").finish(), !ContainsSubstring(long_key));
  std::string many;
  for (int i = 0; i < 20000; ++i) many += "key" + std::to_string(i) + " = 1\n";
  const auto t = TomlTable::parse(many + "stray = 1\n", "f.toml");
  for (int i = 0; i < 20000; ++i) t.number("key" + std::to_string(i), positive(""));
  try {
    t.finish();
    FAIL("accepted");
  } catch (const InputError& error) {
    CHECK(std::string(error.what()).size() < 1000);
  }
}

TEST_CASE("key notes: what a reader asked for, with ranges, fallbacks and values") {
  TomlTable root = TomlTable::parse(
      "mass = 3.0\n[wheel]\nradius = 0.2\n[[body]]\nname = \"bar\"\nat = [1, 2]\n", "a.toml");
  root.set({"wheel.width", "0.25"});
  (void)root.number("mass", positive("kg"));
  const TomlTable wheel = root.table("wheel");
  (void)wheel.number_or("radius", 0.1, {0.01, 2.0, false, "m"});
  (void)wheel.number_or("width", 0.1, positive("m"));
  (void)wheel.integer_or("slices", 3, 1, 64);
  (void)wheel.choice_or("law", "soft", {"soft", "hard"});
  (void)root.table_or_empty("view").boolean_or("grid", true);
  (void)root.tables("body")[0].numbers("at", 2, any_number("m"));
  (void)root.tables("body")[0].numbers("at", 2, any_number("m"));  // asked again: still one note

  const std::vector<KeyNote> notes = root.key_notes();
  const auto find = [&](const std::string& key) {
    std::vector<KeyNote> found;
    for (const KeyNote& note : notes)
      if (note.key == key) found.push_back(note);
    REQUIRE(found.size() == 1);
    return found[0];
  };
  CHECK(find("mass").value == "3");
  CHECK(find("mass").fallback.empty());
  CHECK(find("mass").range.open_min);
  CHECK(std::string(find("mass").range.unit) == "kg");
  CHECK(find("mass").line == 1);
  CHECK(find("wheel.radius").range.max == 2.0);
  CHECK(find("wheel.radius").fallback == "0.1");
  CHECK(find("wheel.radius").line == 3);
  CHECK(find("wheel.width").value == "0.25");
  CHECK(find("wheel.width").line == 0);  // not of the file
  CHECK(find("wheel.slices").kind == KeyKind::whole);
  CHECK(find("wheel.slices").value.empty());
  CHECK(find("wheel.law").choices == std::vector<std::string>{"soft", "hard"});
  CHECK(find("wheel.law").fallback == "\"soft\"");
  CHECK(find("view.grid").kind == KeyKind::flag);
  CHECK(find("body.bar.at").count == 2);
  CHECK(find("body.bar.at").value == "[1, 2]");
}
