// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/mission/campaign/parameter_grid.hpp"

#include <set>

#include "catch.hpp"
#include "grouser/base/error.hpp"

namespace grouser {
namespace {

using Keys = std::vector<VariedKey>;

TEST_CASE("rows of a grid: every combination once, the last key fastest") {
  const ParameterGrid grid(Keys{{"a", {1, 2, 3}}, {"soil.b", {10, 20}}});
  REQUIRE(grid.row_count() == 6);
  // written out by hand
  const std::vector<std::vector<double>> expected{{1, 10}, {1, 20}, {2, 10}, {2, 20}, {3, 10}, {3, 20}};
  for (std::size_t row = 0; row < 6; ++row) CHECK(grid.values(row) == expected[row]);
  CHECK(grid.indices(3) == std::vector<std::size_t>{1, 1});

  const ParameterGrid large(Keys{{"a", {1, 2, 3}}, {"b", {1, 2, 3, 4, 5}}, {"c", {7}}, {"d", {1, 2}}});
  std::set<std::vector<double>> seen;
  for (std::size_t row = 0; row < large.row_count(); ++row) seen.insert(large.values(row));
  CHECK(seen.size() == 3 * 5 * 1 * 2);
}

TEST_CASE("overrides of a row read back to the same numbers") {
  const ParameterGrid grid(Keys{{"soil.phi_deg", {0.1 + 0.2, 1e-7, 30.0}}});
  for (std::size_t row = 0; row < grid.row_count(); ++row) {
    const auto overrides = grid.overrides(row);
    REQUIRE(overrides.size() == 1);
    CHECK(overrides[0].key == "soil.phi_deg");
    CHECK(std::stod(overrides[0].value) == grid.values(row)[0]);
  }
}

TEST_CASE("a grid that makes no sense is refused") {
  CHECK_THROWS_AS(ParameterGrid(Keys{}), InputError);
  CHECK_THROWS_AS(ParameterGrid(Keys{{"", {1}}}), InputError);
  CHECK_THROWS_AS(ParameterGrid(Keys{{"a", {}}}), InputError);
  CHECK_THROWS_AS(ParameterGrid(Keys{{"a", {1}}, {"a", {2}}}), InputError);
  CHECK_THROWS_AS(ParameterGrid(Keys{{"a", {1, 2, 1}}}), InputError);
  const std::vector<double> many{1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
  Keys keys;
  for (const char* name : {"a", "b", "c", "d", "e", "f"}) keys.push_back({name, many});
  CHECK(ParameterGrid(keys).row_count() == 1000000);
  keys.push_back({"g", {1, 2}});
  CHECK_THROWS_AS(ParameterGrid(keys), InputError);
}

}  // namespace
}  // namespace grouser
