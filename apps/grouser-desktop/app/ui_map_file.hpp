// SPDX-License-Identifier: BSD-3-Clause
// The rectangles of the named widgets as a JSON file, so that a test can click by name and read what is
// shown.
#pragma once
#include <string>

#include "session/activity.hpp"
#include "widgets/ui.hpp"

namespace grouser::desktop {

/// {"name": [x0, y0, x1, y1], ..., "report": {"state": "paused", ...}}, in pixels of the window.
void write_ui_map(const std::string& path, const UiMap& map, const UiReport& report);

}  // namespace grouser::desktop
