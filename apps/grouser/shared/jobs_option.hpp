// SPDX-License-Identifier: BSD-3-Clause
// --jobs of the commands that run many simulations.
#pragma once
#include <string>

namespace grouser::cli {

/// The number asked for, or ("") that of the processors. Throws InputError.
int parse_jobs(const std::string& text);

}  // namespace grouser::cli
