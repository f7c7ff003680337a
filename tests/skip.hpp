// Tests that need the reference data (not committed) call GROUSER_NEED_REFERENCE("measured/x.csv", path):
// path is its place, or the case ends as skipped.
#pragma once
#include <filesystem>
#include <iostream>
#include <string>

namespace grouser::test {
bool& skipped();
}  // namespace grouser::test

#define GROUSER_NEED_REFERENCE(relative, path)                                                          \
  const std::filesystem::path path = std::filesystem::path(GROUSER_REFERENCE_DIR) / (relative);         \
  if (std::string(GROUSER_REFERENCE_DIR).empty() || !std::filesystem::exists(path)) {                   \
    std::cout << "SKIPPED: needs reference data " << (relative) << " (set GROUSER_REFERENCE_DIR)\n";    \
    grouser::test::skipped() = true;                                                                    \
    return;                                                                                             \
  }                                                                                                     \
  static_assert(true)
