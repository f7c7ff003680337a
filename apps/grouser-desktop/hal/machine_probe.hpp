// SPDX-License-Identifier: BSD-3-Clause
// What this machine has for the window: 'grouser doctor' asks for it.
#pragma once
#include <string>

namespace grouser::desktop {

/// One JSON object: `display` ("x11", "wayland" or "none"), `gl_version` and `gl_renderer`, or `gl_error`
/// where no context can be made; `fonts`, the files that texts are drawn with; `versions` of libraries.
std::string machine_probe();

}  // namespace grouser::desktop
