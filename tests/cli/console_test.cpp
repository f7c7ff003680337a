// SPDX-License-Identifier: BSD-3-Clause
#include "shared/console.hpp"

#include <limits>

#include "catch.hpp"
#include "shared/progress.hpp"

using namespace grouser::cli;

TEST_CASE("a table is aligned, letters of several bytes counted once") {
  using enum TextTable::Align;
  TextTable table({left, right});
  table.add_header({"name", "N"});
  table.add_row({"Größe", "1"});
  table.add_row({"a", "1000"});
  CHECK(table.text() == "name      N\n-----  ----\nGröße     1\na      1000\n");
}

TEST_CASE("numbers for people") {
  CHECK(number_text(0.012345678) == "0.012346");
  CHECK(number_text(-0.0) == "0");
  CHECK(number_text(std::numeric_limits<double>::quiet_NaN()) == "-");
  CHECK(count_text(1, "frame") == "1 frame");
  CHECK(count_text(0, "frame") == "0 frames");
}

TEST_CASE("durations are rounded up to what a person reads") {
  CHECK(duration_text(11.2) == "12 s");
  CHECK(duration_text(200.0) == "3 min 20 s");
  CHECK(duration_text(7500.0) == "2 h 5 min");
}
