// The rectangles of the named widgets as a JSON file, so that a test can click by name.
#pragma once
#include <string>

#include "widgets/ui.hpp"

namespace grouser::desktop {

/// {"name": [x0, y0, x1, y1], ...} in pixels of the window.
void write_ui_map(const std::string& path, const UiMap& map);

}  // namespace grouser::desktop
