// SPDX-License-Identifier: BSD-3-Clause
// Which vector level is taken.
#include "grouser/math/simd_level.hpp"

#include <algorithm>
#include <cstdlib>

#include "catch.hpp"
#include "grouser/base/error.hpp"

using namespace grouser;

TEST_CASE("A level is found by its name, the best for none, and another name is refused") {
  const std::vector<SimdLevel> levels = available_levels();
  REQUIRE(!levels.empty());
  CHECK(levels.front() == SimdLevel::scalar);
  for (const SimdLevel level : levels) CHECK(level_named(level_name(level)) == level);
  CHECK(level_named("") == levels.back());
  CHECK_THROWS_WITH(level_named("avx3"),
                    Catch::Matchers::ContainsSubstring("GROUSER_SIMD_LEVEL: found 'avx3', expected") &&
                        Catch::Matchers::ContainsSubstring("scalar"));
}

TEST_CASE("The process takes the level that GROUSER_SIMD_LEVEL names") {
  // CTest runs this once for each level that was built (tests/math/CMakeLists.txt); without the variable: the
  // best.
  const char* forced = std::getenv("GROUSER_SIMD_LEVEL");
  const std::vector<SimdLevel> levels = available_levels();
  if (forced &&
      std::none_of(levels.begin(), levels.end(), [&](SimdLevel l) { return level_name(l) == forced; })) {
    CHECK_THROWS_AS(simd_level(), InputError);  // built, but this processor lacks it
    return;
  }
  CHECK(level_name(simd_level()) == (forced ? std::string_view(forced) : level_name(levels.back())));
}
