// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/base/error.hpp"

#include <string>

#include "catch.hpp"

using namespace grouser;

namespace {
std::string told;
void tell(const char* expression, const char* file, int line) {
  told = std::string(expression) + " in " + file + ":" + std::to_string(line);
}
}  // namespace

TEST_CASE("a failed assertion goes to the handler that was set, and the one before is given back") {
  const AssertHandler before = set_assert_handler(tell);
  assertion_failed("x > 0", "a.cpp", 7);
  CHECK(told == "x > 0 in a.cpp:7");
  CHECK(set_assert_handler(before) == tell);
}

TEST_CASE("an input error is one line of place, found and expected, each cut to a readable length") {
  const InputError error("scenario.toml:3: gravity", "-1 m/s2", ">= 0 m/s2");
  const std::string said = error.what();
  CHECK(said.find("scenario.toml:3: gravity") != std::string::npos);
  CHECK(said.find("-1 m/s2") != std::string::npos);
  CHECK(said.find(">= 0 m/s2") != std::string::npos);
  CHECK(said.find('\n') == std::string::npos);
  CHECK(std::string(InputError(std::string(1000000, 'k'), "a", "b").what()).size() < 2000);
}

TEST_CASE("an input error has its parts, also where another one passes on its message") {
  const InputError error("scenario.toml:3: gravity", "-1 m/s2", ">= 0 m/s2");
  for (const InputError& each : {error, InputError(error.what())}) {
    CHECK(each.fault().place == "scenario.toml:3: gravity");
    CHECK(each.fault().found == "-1 m/s2");
    CHECK(each.fault().expected == ">= 0 m/s2");
  }
  CHECK(InputError("the file is empty").fault().place.empty());
  CHECK(InputError("a: found b").fault().found.empty());
}
