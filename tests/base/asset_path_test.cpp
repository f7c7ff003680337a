// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/base/asset_path.hpp"

#include "catch.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/own_binary.hpp"

using namespace grouser;
using Catch::Matchers::ContainsSubstring;

TEST_CASE("an unknown id names the few that are near, not all there are") {
  CHECK_THROWS_WITH(resolve_asset("wong_LETE_snd", "soils"),
                    ContainsSubstring("did you mean 'wong_LETE_sand'") && !ContainsSubstring("GRC1"));
  CHECK_THROWS_WITH(resolve_asset("vipr", "rovers"), ContainsSubstring("did you mean 'viper'"));
  CHECK_THROWS_WITH(resolve_asset("zzzzzz", "soils"), ContainsSubstring("`grouser soils` lists"));
  CHECK_THROWS_WITH(resolve_asset("viper", "scenarios"), ContainsSubstring("one of the rovers"));
  CHECK_THROWS_WITH(resolve_asset("viper.tml", "rovers"), ContainsSubstring("did you mean 'viper'"));
  for (const char* kind : {"soils", "rovers", "scenarios", "landers"}) {
    try {
      resolve_asset("no_such_id", kind);
      FAIL("resolved");
    } catch (const InputError& error) {
      CAPTURE(error.what());
      CHECK(std::string(error.what()).size() < 300);
    }
  }
}

TEST_CASE("a program knows its own file, from which assets are found") {
  CHECK(own_binary().filename() == "test_base");
  CHECK(own_binary().is_absolute());
}
