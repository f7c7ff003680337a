// SPDX-License-Identifier: BSD-3-Clause
// Colours of events and verdicts.
#pragma once
#include <imgui.h>

#include <string>

#include "grouser/simulation/observe/recorded_verdict.hpp"

namespace grouser::desktop {

/// Colour of an event's mark on the time line.
ImU32 event_color(const std::string& kind);
ImU32 verdict_color(VerdictTone tone);

}  // namespace grouser::desktop
