// SPDX-License-Identifier: BSD-3-Clause
// Programs of others, called where they are installed: a second opinion. GROUSER_NEED_TOOL("gdaldem") skips
// the case where there is none.
#pragma once
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string>

#include "catch.hpp"
#include "skip.hpp"

namespace grouser::test {

inline std::string output_of(const std::string& command) {
  FILE* pipe = ::popen(command.c_str(), "r");
  REQUIRE(pipe);
  std::string text;
  char part[4096];
  while (const std::size_t n = std::fread(part, 1, sizeof part, pipe)) text.append(part, n);
  REQUIRE(::pclose(pipe) == 0);
  return text;
}

inline bool have_tool(const std::string& name) {
  return std::system(("command -v " + name + " >/dev/null 2>&1").c_str()) == 0;
}

}  // namespace grouser::test

#define GROUSER_NEED_TOOL(name)                                  \
  if (!grouser::test::have_tool(name)) {                         \
    std::cout << "SKIPPED: needs " << (name) << " (gdal-bin)\n"; \
    grouser::test::skipped() = true;                             \
    return;                                                      \
  }                                                              \
  static_assert(true)
