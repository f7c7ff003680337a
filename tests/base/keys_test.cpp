// SPDX-License-Identifier: BSD-3-Clause
// One table of keys, walked by all visitors.
#include "grouser/base/keys.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "catch.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/key_visitors.hpp"

using namespace grouser;
using Catch::Matchers::ContainsSubstring;

namespace {

struct Leg {
  std::string name;
  double length = 0.5;
};
void visit_keys(KeyVisitor& v, Leg& leg) {
  v.text({"name", "of the leg", Need::yes}, leg.name);
  v.number({"length", "from hip to foot"}, leg.length, {0.0, 2.0, true, "m"});
}

struct Limits {
  double speed = 1.0;
};
void visit_keys(KeyVisitor& v, Limits& limits) {
  v.number({"speed", "largest"}, limits.speed, {0.0, 10.0, false, "m/s"});
}

enum class Pace { walk, trot };
struct Animal {
  Pace pace = Pace::walk;
  double turn = 0.0, stride = 0.1, pause = 0.0;
  std::array<double, 3> at{};
  std::vector<Leg> legs;
  std::optional<Limits> limits, adaptive;
  std::vector<std::array<double, 2>> path;
  std::vector<std::pair<std::string, double>> joints;
};
void visit_keys(KeyVisitor& v, Animal& a) {
  constexpr const char* kPaces[] = {"walk", "trot"};
  v.choice({"pace", "how it goes"}, a.pace, kPaces);
  v.angle({"turn_deg", "of its head"}, a.turn);
  if (const auto trot = v.when(a.pace == Pace::trot, "pace = \"trot\""))
    v.number({"stride", "of a step", Need::yes}, a.stride, {0.0, 1.0, true, "m"});
  if (v.has({"pause"}, a.pause > 0.0))
    v.number({"pause", "between steps", Need::yes}, a.pause, positive("s"));
  v.numbers({"at", "where it is"}, a.at, any_number("m"), 2);
  v.tables({"leg", "one leg"}, a.legs);
  v.optional({"limits", "that it keeps"}, a.limits);
  v.switched({"adaptive", "limits of its own"}, a.adaptive, [&](Limits& limits) { visit_keys(v, limits); });
  if (v.has({"path"}, !a.path.empty())) v.rows({"path", "that it takes"}, a.path, any_number("m"));
  v.named_numbers({"joints", "by name"}, a.joints, any_number("rad"));
  if (a.legs.size() == 1) v.refuse("leg", "one leg", "none, or two and more");
}

Animal read(const std::string& text) {
  const TomlTable table = TomlTable::parse(text, "cat.toml");
  Animal animal = read_keys<Animal>(table);
  table.finish();
  return animal;
}

std::string write(Animal animal) {
  KeyWriter writer;
  visit_keys(writer, animal);
  return writer.text();
}

std::string refusal(Animal animal) {
  KeyChecker checker("cat.toml");
  try {
    visit_keys(checker, animal);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

constexpr const char* kCat =
    "pace = \"trot\"\nturn_deg = 17\nstride = 0.3\nat = [1.0, 2.0]\npath = [[0, 1], [2, 3]]\n[limits]\nspeed "
    "= 2\n"
    "[adaptive]\nspeed = 3\n[joints]\n\"hip left\" = 0.1\n[[leg]]\nname = \"a\"\n[[leg]]\nname = "
    "\"b\"\nlength = 0.7\n";

}  // namespace

TEST_CASE("what is written reads back to the same values", "[base]") {
  const Animal cat = read(kCat), again = read(write(cat));
  CHECK(again.pace == Pace::trot);
  CHECK(again.turn == 17.0 * std::numbers::pi / 180.0);
  CHECK(again.stride == 0.3);
  CHECK(again.at == std::array<double, 3>{1.0, 2.0, 0.0});
  REQUIRE(again.legs.size() == 2);
  CHECK(again.legs[1].name == "b");
  CHECK(again.legs[1].length == 0.7);
  CHECK(again.legs[0].length == 0.5);
  CHECK(again.limits->speed == 2.0);
  CHECK(again.adaptive->speed == 3.0);
  CHECK(again.path == cat.path);
  CHECK(again.joints == cat.joints);
  CHECK(write(again) == write(cat));
}

TEST_CASE("a key is written only where it applies, and read only there", "[base]") {
  CHECK_THAT(write(Animal{}), !ContainsSubstring("stride") && !ContainsSubstring("limits"));
  CHECK_THROWS_WITH(read("stride = 0.2\n"), ContainsSubstring("stride"));
  CHECK_THROWS_WITH(read("pace = \"trot\"\n"), ContainsSubstring("stride"));
  CHECK_THROWS_WITH(read("pase = \"trot\"\n"), ContainsSubstring("did you mean 'pace'"));
  CHECK_THROWS_WITH(read("[[leg]]\nname = \"a\"\n"), ContainsSubstring("cat.toml:1: leg"));
  CHECK(read("adaptive = true\n").adaptive->speed == 1.0);
  CHECK_FALSE(read("adaptive = false\n").adaptive);
  CHECK(read("").pause == 0.0);
}

TEST_CASE("values that a program made are refused with the key's path", "[base]") {
  CHECK(refusal(read(kCat)).empty());
  Animal wrong = read(kCat);
  wrong.legs[1].length = 3.0;
  CHECK_THAT(refusal(wrong), ContainsSubstring("cat.toml: leg.1.length") && ContainsSubstring("found 3"));
  wrong = read(kCat);
  wrong.turn = std::nan("");
  CHECK_THAT(refusal(wrong), ContainsSubstring("cat.toml: turn_deg"));
  wrong = read(kCat);
  wrong.limits->speed = -1.0;
  CHECK_THAT(refusal(wrong), ContainsSubstring("limits.speed"));
  wrong = read(kCat);
  wrong.legs.pop_back();
  CHECK_THAT(refusal(wrong), ContainsSubstring("one leg"));
}

TEST_CASE("a checked angle is one that a file can say", "[base]") {
  Animal animal;
  animal.turn = 0.1;  // a radian's tenth, which no double in degrees need give
  KeyChecker checker("cat.toml");
  visit_keys(checker, animal);
  CHECK(animal.turn == Approx(0.1).epsilon(1e-15));
  CHECK(read(write(animal)).turn == animal.turn);
}

TEST_CASE("places of keys are found by their paths, in the file or given from outside", "[base]") {
  TomlTable table = TomlTable::parse(kCat, "cat.toml");
  CHECK(table.place_at("stride") == "cat.toml:3: stride");
  CHECK(table.place_at("limits.speed") == "cat.toml:7: limits.speed");
  CHECK(table.place_at("leg.1.length") == "cat.toml:16: leg.b.length");
  CHECK(table.place_at("leg.b.length") == "cat.toml:16: leg.b.length");
  CHECK(table.place_at("leg.7.length") == "cat.toml: leg.7.length");
  table.set({"limits.speed", "4"});
  CHECK(table.place_at("limits.speed") == "--set limits.speed=4");
}

TEST_CASE("the keys are listed once each, with defaults and conditions", "[base]") {
  KeyLister lister;
  Animal animal;
  visit_keys(lister, animal);
  const auto key = [&](const std::string& header, const std::string& name) {
    for (const ListedSection& section : lister.sections())
      for (const ListedKey& listed : section.keys)
        if (section.header == header && listed.key == name) return listed;
    FAIL(header + " " + name);
    return ListedKey{};
  };
  CHECK(key("", "pace").fallback == "\"walk\"");
  CHECK(key("", "stride").when == "pace = \"trot\"");
  CHECK(key("", "stride").must);
  CHECK_FALSE(key("", "pause").must);
  CHECK(key("[limits]", "speed").values == "a number from 0 to 10 in m/s");
  CHECK(key("[[leg]]", "length").fallback == "0.5");
  CHECK(key("[[leg]]", "name").help == std::string("of the leg"));
}
