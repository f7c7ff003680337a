// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/base/toml_text.hpp"

#include "catch.hpp"
#include "grouser/base/toml_input.hpp"

using namespace grouser;

TEST_CASE("any text that is written is read back the same", "[base]") {
  std::string all;
  for (int c = 1; c < 128; ++c) all += static_cast<char>(c);
  for (const std::string& text :
       {std::string(), std::string("sand"), std::string("a \"b\" \\ c"), all, std::string("D\xC3\xBCne")}) {
    CAPTURE(text);
    const TomlTable table = TomlTable::parse("name = " + toml_string(text) + "\n", "written");
    CHECK(table.string("name") == text);
  }
  CHECK(toml_string("a\"b\\\n") == "\"a\\\"b\\\\\\u000A\"");
}
