// SPDX-License-Identifier: BSD-3-Clause
#include "shared/number_range.hpp"

#include "catch.hpp"
#include "grouser/base/error.hpp"

using grouser::InputError;
using grouser::NumberRange;
using grouser::cli::parse_number;
using grouser::cli::parse_number_range;
using grouser::cli::parse_numbers;

namespace {
constexpr NumberRange kSlip{-1.0, 1.0, false, ""};
}

TEST_CASE("a range holds both ends and the decimals that were typed") {
  const auto numbers = parse_number_range("--slip", "0:0.3:0.1", kSlip);
  // Exactly what a person writes, though 3 * 0.1 is not 0.3 in binary.
  CHECK(numbers == std::vector<double>{0.0, 0.1, 0.2, 0.3});
}

TEST_CASE("a range may fall, may stop short of its end, may be one number or a list") {
  CHECK(parse_number_range("--slip", "0.2:-0.2:-0.2", kSlip) == std::vector<double>{0.2, 0.0, -0.2});
  CHECK(parse_number_range("--slip", "0:1:0.4", kSlip) == std::vector<double>{0.0, 0.4, 0.8});
  CHECK(parse_number_range("--slip", "0.5", kSlip) == std::vector<double>{0.5});
  CHECK(parse_number_range("--slip", "0,-0.5,1", kSlip) == std::vector<double>{0.0, -0.5, 1.0});
  CHECK(parse_number_range("--slip", "0.5:0.5:0.1", kSlip) == std::vector<double>{0.5});
}

TEST_CASE("what is no range is refused, naming the option") {
  for (const char* text : {"", "a", "nan", "inf", "0:1", "0:1:0", "0:1:-0.1", "0:1:0.1:2", "0:1:1e-9", "0,",
                           "1.5", "0:2:0.1", "0.1x", "0:1:nan", "1e400", " 1"}) {
    INFO("'" << text << "'");
    CHECK_THROWS_AS(parse_number_range("--slip", text, kSlip), InputError);
    CHECK_THROWS_WITH(parse_number_range("--slip", text, kSlip),
                      Catch::Matchers::StartsWith("--slip: found"));
  }
}

TEST_CASE("a range has at most 10000 numbers, both ends counted") {
  CHECK(parse_number_range("--slip", "0:0.9999:1e-4", kSlip).size() == 10000);
  CHECK_THROWS_WITH(parse_number_range("--slip", "0:1:1e-4", kSlip),
                    Catch::Matchers::ContainsSubstring("at most 10000 numbers"));
}

TEST_CASE("so many numbers as asked for, and no units") {
  CHECK(parse_numbers("--size", "400,-2.5e1", 2, "W,H in m") == std::vector<double>{400.0, -25.0});
  for (const char* wrong : {"", "1", "1,2,3", "1,2,", "1, 2", "5km,5", "1:2", "nan,1", "1,inf", "1;2"})
    CHECK_THROWS_WITH(parse_numbers("--size", wrong, 2, "W,H in m"),
                      Catch::Matchers::ContainsSubstring("--size: found '") &&
                          Catch::Matchers::ContainsSubstring("expected W,H in m"));
}

TEST_CASE("an open end is outside the range, a closed one inside") {
  CHECK_THROWS_AS(parse_number("--load", "0", grouser::positive("N")), InputError);
  CHECK(parse_number("--load", "0", grouser::non_negative("N")) == 0.0);
  CHECK_THROWS_WITH(parse_number("--load", "-3", grouser::positive("N")),
                    Catch::Matchers::ContainsSubstring("expected a number > 0 N"));
  CHECK_THROWS_WITH(parse_number("--gravity", "0", {0.0, 100.0, true, "m/s2"}),
                    Catch::Matchers::ContainsSubstring("expected a number above 0 and up to 100 m/s2"));
}
