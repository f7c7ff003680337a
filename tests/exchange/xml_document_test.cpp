// SPDX-License-Identifier: BSD-3-Clause
// XML from outside: what is read, with which lines, and what is refused.
#include "grouser/exchange/markup/xml_document.hpp"

#include <string>

#include "catch.hpp"
#include "grouser/base/error.hpp"

using Catch::Matchers::ContainsSubstring;
using namespace grouser;
using Catch::Matchers::ContainsSubstring;

namespace {

/// A text of `depth` elements, each inside the one before.
std::string nested(int depth) {
  std::string text;
  for (int k = 0; k < depth; ++k) text += "<a>";
  for (int k = 0; k < depth; ++k) text += "</a>";
  return text;
}

/// The message of the error that a text is refused with, empty where it is read.
std::string refusal(const std::string& text) {
  try {
    parse_xml(text, "f.xml");
  } catch (const InputError& error) {
    return error.what();
  }
  return {};
}

}  // namespace

TEST_CASE("elements keep their order and lines and attributes", "[exchange]") {
  const auto document = parse_xml(
      "<?xml version='1.0'?>\n<robot name='a &amp; b'>\n  <link name=\"x\"/>\n  <p> 1 2 </p>\n</robot>\n",
      "f.xml");
  CHECK(document.root.name == "robot");
  CHECK(document.root.line == 2);
  CHECK(*document.root.attribute("name") == "a & b");
  REQUIRE(document.root.children.size() == 2);
  CHECK(document.root.children[0].line == 3);
  CHECK(document.root.child("p")->text == "1 2");
  CHECK(document.root.child("none") == nullptr);
  CHECK(document.place(document.root.children[1]) == "f.xml:4");
}

TEST_CASE("XML is refused by file and line", "[exchange]") {
  CHECK_THAT(refusal("<a>\n<b></a>"), ContainsSubstring("f.xml:"));
  CHECK_THAT(refusal("<a x='1' x='2'/>"), ContainsSubstring("f.xml:1"));
  CHECK_THAT(refusal("<a/>\n<b/>"), ContainsSubstring("f.xml:2") && ContainsSubstring("second root"));
  CHECK_THAT(refusal(""), ContainsSubstring("f.xml:1"));
  CHECK_THAT(refusal("<!DOCTYPE lol [<!ENTITY lol \"lol\">]><a>&lol;</a>"),
             ContainsSubstring("document type"));
  CHECK_THAT(refusal(nested(100'000)), ContainsSubstring("nested"));
  CHECK(refusal(nested(90)).empty());
}
