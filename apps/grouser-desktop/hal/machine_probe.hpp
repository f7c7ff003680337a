// SPDX-License-Identifier: BSD-3-Clause
// Finds the display, OpenGL and fonts that this machine has for the window, for 'grouser doctor'.
#pragma once
#include <string>

namespace grouser::desktop {

/// One JSON object: `display` ("x11", "wayland" or "none"), `gl_version` and `gl_renderer`, or `gl_error`
/// where no context can be made; `fonts`, the files that texts are drawn with; `versions` of libraries.
std::string machine_probe();

}  // namespace grouser::desktop
