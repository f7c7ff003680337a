// SPDX-License-Identifier: BSD-3-Clause
// Tests that need the reference data (not committed) call GROUSER_NEED_REFERENCE("measured/x.csv", place):
// place is its path, or the case ends as skipped.
#pragma once
#include <filesystem>
#include <iostream>
#include <string>

#include "folders.hpp"

namespace grouser::test {
bool& skipped();
}  // namespace grouser::test

#define GROUSER_NEED_REFERENCE(relative, place)                                                      \
  const std::filesystem::path place = grouser::test::reference_folder() / (relative);                \
  if (grouser::test::reference_folder().empty() || !std::filesystem::exists(place)) {                \
    std::cout << "SKIPPED: needs reference data " << (relative) << " (set GROUSER_REFERENCE_DIR)\n"; \
    grouser::test::skipped() = true;                                                                 \
    return;                                                                                          \
  }                                                                                                  \
  static_assert(true)
