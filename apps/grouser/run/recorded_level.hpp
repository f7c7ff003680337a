// SPDX-License-Identifier: BSD-3-Clause
// The vector level of a run file, for commands that continue or repeat it.
#pragma once
#include <string>

namespace grouser::cli {

/// The bits of a run are those of its vector level: taken where this processor has it. Call it before
/// anything computes.
void take_recorded_level(const std::string& run_file);

}  // namespace grouser::cli
