// SPDX-License-Identifier: BSD-3-Clause
// Values that can be completed: ids of files that come with the program, keys of a scenario.
#pragma once
#include "common/options/completion.hpp"

namespace grouser::cli {

/// A ValueList. Empty where there are none, and where what they come from cannot be read.
std::vector<Candidate> known_values(const OptionHelp& option, const std::vector<std::string>& words);

}  // namespace grouser::cli
