// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/recording/run_file/channel.hpp"

#include "catch.hpp"
#include "grouser/base/error.hpp"

using namespace grouser;

TEST_CASE("channel names are unique snake_case paths with a unit") {
  CHECK_NOTHROW(validate({{"wheel/a/sinkage", "m", ""}, {"wheel/b/sinkage", "m", ""}, {"wheel_2", "-", ""}}));
  for (const char* name : {"", "/a", "a/", "a//b", "Wheel", "a b", "a.b", "../a", "\xC3\xA9"})
    CHECK_THROWS_AS(validate({{name, "m", ""}}), InputError);
  CHECK_THROWS_WITH(validate({{"a", "m", ""}, {"a", "m", ""}}),
                    Catch::Matchers::ContainsSubstring("'a'") && Catch::Matchers::ContainsSubstring("twice"));
  CHECK_THROWS_WITH(validate({{"a", "m", ""}, {"a/b", "m", ""}}),
                    Catch::Matchers::ContainsSubstring("folder"));
  CHECK_THROWS_WITH(validate({{"a/b", "m", ""}, {"a", "m", ""}}),
                    Catch::Matchers::ContainsSubstring("folder"));
  CHECK_THROWS_WITH(validate({{"a", "", ""}}), Catch::Matchers::ContainsSubstring("no unit"));
  CHECK_THROWS_AS(validate({{"a", "m", "two\nlines"}}), InputError);
}
