// SPDX-License-Identifier: BSD-3-Clause
// What a hostile TOML text could do to the stack, the memory and the time before anyone looks at a key of it.

#include "catch.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/json_text.hpp"
#include "grouser/base/toml_input.hpp"

using namespace grouser;
using Catch::Matchers::ContainsSubstring;

namespace {

std::string repeated(const std::string& part, int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += part;
  return text;
}

void parse(const std::string& text) { TomlTable::parse(text, "file.toml"); }

constexpr int kDeep = 200'000;  // 400 kB of "a."

}  // namespace

TEST_CASE("keys of very many parts are refused, however they are written") {
  const std::string parts = repeated("a.", kDeep) + "a";
  for (const std::string& text :
       {"x = 1\n" + parts + " = 1\n",                             // a key
        "x = 1\n[" + parts + "]\n",                               // a table
        "x = 1\n[[" + parts + "]]\n",                             // an array of tables
        "x = 1\nv = {" + parts + " = 1}\n",                       // within an inline table
        "x = 1\n" + repeated("a . ", kDeep) + "a = 1\n",          // with spaces
        "x = 1\n" + repeated("\"a\".'b'.", kDeep) + "a = 1\n",    // in quotes
        "x = 1\n" + repeated("\"a#\\\"\".", kDeep) + "a = 1\n"})  // which hold what ends a line and a string
    CHECK_THROWS_WITH(parse(text), ContainsSubstring("file.toml:2") && ContainsSubstring("at most 16 parts"));
  CHECK_NOTHROW(parse(repeated("a.", 15) + "a = 1\n"));
  CHECK_THROWS_WITH(parse(repeated("a.", 16) + "a = 1\n"), ContainsSubstring("at most 16"));
}

TEST_CASE("values nested very deep are refused") {
  for (const std::string& text :
       {"\nv = " + repeated("[", kDeep), "\nv = " + repeated("[", kDeep) + repeated("]", kDeep),
        "\nv = " + repeated("{a=", kDeep), "\nv = " + repeated("[{a=", kDeep),
        "\nv = " + repeated("{a.b.c.d=[", kDeep)}) {
    CHECK_THROWS_WITH(parse(text),
                      ContainsSubstring("file.toml:2") && ContainsSubstring("at most 16 arrays or tables"));
  }
  CHECK_THROWS_WITH(parse(repeated("\n[[[a", kDeep)), ContainsSubstring("at most 16 arrays or tables"));
  CHECK_NOTHROW(parse("v = " + repeated("[", 16) + repeated("]", 16)));
  CHECK_THROWS_WITH(parse("v = " + repeated("[", 17) + repeated("]", 17)),
                    ContainsSubstring("at most 16 arrays"));
}

TEST_CASE("the deepest text that passes is read, changed, written and let go") {
  // 16 parts of a header, then 16 inline tables with keys of 16 parts
  const std::string key = repeated("a.", 15) + "a";
  const std::string text =
      "[" + key + "]\n" + repeated(key + " = {", 16) + "x = 1" + repeated("}", 16) + "\n";
  TomlTable table = TomlTable::parse(text, "deep.toml");
  table.set({key + "2", "[" + repeated("[", 15) + repeated("]", 15) + "]"});
  CHECK(TomlTable::parse("x = 1", "y").to_text().size() < table.to_text().size());
}

TEST_CASE("more tables or values than any file of ours are refused") {
  CHECK_THROWS_WITH(parse(repeated("[[a]]\n", 60'000)),
                    ContainsSubstring("more tables") && ContainsSubstring("50000"));
  std::string dotted;
  for (int i = 0; i < 30'000; ++i) dotted += "a" + std::to_string(i) + ".b.c = 1\n";
  CHECK_THROWS_WITH(parse(dotted), ContainsSubstring("more tables"));
  CHECK_THROWS_WITH(parse("v = [" + repeated("1,", 2'100'000) + "1]"),
                    ContainsSubstring("more keys and values"));
  CHECK_NOTHROW(parse("v = [" + repeated("1.5,", 200'000) + "1]"));
}

TEST_CASE("dots, brackets and quotes within strings and comments count for nothing") {
  const std::string dots = repeated(".", 300), brackets = repeated("[{", 300);
  const TomlTable t =
      TomlTable::parse("# " + dots + brackets + "\na = \"" + dots + brackets + " # \\\" \"\nb = '" +
                           brackets + dots + "'\nc = \"\"\"\n" + brackets + "\n\"" + dots +
                           " \\\"\"\" x\"\"\"\"\nd = '''" + dots + "'" + brackets + "''''\ne = 1.5 # '",
                       "text.toml");
  CHECK(t.string("a") == dots + brackets + " # \" ");
  CHECK(t.string("b") == brackets + dots);
  CHECK(t.string("d") == dots + "'" + brackets + "'");
  CHECK(t.number("e", any_number("")) == 1.5);
  // and a string that does not end hides nothing from the parser
  CHECK_THROWS_WITH(parse("a = \"open\n" + repeated("a.", kDeep) + "a = 1\n"),
                    ContainsSubstring("file.toml:"));
}

TEST_CASE("an override is bounded as a file is") {
  TomlTable t = TomlTable::parse("a = 1\n", "file.toml");
  const std::string parts = repeated("a.", kDeep) + "a";
  CHECK_THROWS_WITH(t.set({parts, "1"}),
                    ContainsSubstring("--set a.a.a") && ContainsSubstring("at most 16 parts"));
  CHECK_THROWS_WITH(t.set({"b", "{" + parts + " = 1}"}),
                    ContainsSubstring("--set b") && ContainsSubstring("at most 16 parts"));
  CHECK_THROWS_WITH(t.set({"b", repeated("[", kDeep)}),
                    ContainsSubstring("--set b") && ContainsSubstring("at most 16 arrays"));
  try {
    t.set({parts, "1"});
  } catch (const InputError& error) {
    CHECK(std::string(error.what()).size() < 300);  // not the key itself
  }
  CHECK(t.number("a", any_number("")) == 1.0);
}

TEST_CASE("deep or vast JSON is refused before a tree is made of it") {
  CHECK_THROWS_WITH(check_json_bounds(repeated("[", kDeep), "run.h5"),
                    ContainsSubstring("run.h5") && ContainsSubstring("at most 64"));
  CHECK_THROWS_WITH(check_json_bounds(repeated("{\"a\":", kDeep), "run.h5"), ContainsSubstring("at most 64"));
  CHECK_NOTHROW(
      check_json_bounds(R"({"a": "[[[[", "b": "\"[[" , "c": [1, {"d": 2}]})" + repeated("[]", kDeep), "x"));
  // [0,0,0]: one opening and two commas
  CHECK_NOTHROW(check_json_bounds("[0,0,0]", "x", {.values = 3}));
  CHECK_THROWS_WITH(check_json_bounds("[0,0,0,\",,,\"]", "x", {.values = 3}), ContainsSubstring("at most 3"));
  CHECK_THROWS_WITH(check_json_bounds("[" + repeated("{},", 1'000'000) + "{}]", "scene.gltf"),
                    ContainsSubstring("scene.gltf") && ContainsSubstring("at most 1000000"));
}
