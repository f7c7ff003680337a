// SPDX-License-Identifier: BSD-3-Clause
// The verdict on a run as those who show it need it: from its recorded events, and how it is meant.
#pragma once
#include <optional>
#include <vector>

#include "grouser/recording/run_file/run_event.hpp"
#include "grouser/simulation/step/verdict.hpp"

namespace grouser {

/// The last verdict among the events: the text of an event "verdict" is "name" or "name: reason".
std::optional<Verdict> verdict_of(const std::vector<RunEvent>& events);

/// Whether a verdict is a success, a failure, or neither (time ran out).
enum class VerdictTone { good, bad, open };
VerdictTone tone_of(const Verdict& verdict);
/// "success", "failure", "open"
const char* to_string(VerdictTone tone);

}  // namespace grouser
