// SPDX-License-Identifier: BSD-3-Clause
// Reports of `grouser wheel` on its rows.
#pragma once
#include <string>
#include <vector>

#include "grouser/mission/rigs/wheel_tests.hpp"
#include "shared/console.hpp"

namespace grouser::cli {

/// One line about the rows at which the soil, by another law than scm, cannot carry the load; "": none.
std::string overloaded_message(const std::vector<WheelTestRow>& rows, const std::string& soil);
/// Notes on rows that were driven and have no steady state, or not quite one.
std::vector<std::string> driven_notes(const std::vector<WheelTestRow>& rows);

/// A table of the rows with numbers.
std::string wheel_text(const std::vector<WheelTestRow>& rows, const WheelTests& tests);
/// All settings, and the rows with numbers.
Json wheel_json(const std::vector<UncertainSoil>& soils, const WheelTests& tests,
                const std::vector<WheelTestRow>& rows, const std::vector<std::string>& notes);

}  // namespace grouser::cli
