#include "grouser/base/asset_path.hpp"

#include <catch2/catch.hpp>

#include "grouser/base/error.hpp"

using namespace grouser;
using Catch::Contains;

TEST_CASE("an unknown id names the few that are near, not all there are") {
  CHECK_THROWS_WITH(resolve_asset("wong_LETE_snd", "soils"),
                    Contains("did you mean 'wong_LETE_sand'") && !Contains("GRC1"));
  CHECK_THROWS_WITH(resolve_asset("vipr", "rovers"), Contains("did you mean 'viper'"));
  CHECK_THROWS_WITH(resolve_asset("zzzzzz", "soils"), Contains("`grouser soils` lists"));
  CHECK_THROWS_WITH(resolve_asset("viper", "scenarios"), Contains("one of the rovers"));
  CHECK_THROWS_WITH(resolve_asset("viper.tml", "rovers"), Contains("did you mean 'viper'"));
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
