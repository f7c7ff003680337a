// SPDX-License-Identifier: BSD-3-Clause
// Background below the interface.
#pragma once
#include <epoxy/gl.h>

#include "widgets/theme.hpp"

namespace grouser::desktop {

/// Clears what is drawn on to the colour of panels, which draw none themselves (widgets/area.hpp).
inline void clear_screen() {
  const ImVec4 c = ImGui::ColorConvertU32ToFloat4(palette::kPanel);
  glClearColor(c.x, c.y, c.z, 1.0f);
  glClear(GL_COLOR_BUFFER_BIT);
}

}  // namespace grouser::desktop
