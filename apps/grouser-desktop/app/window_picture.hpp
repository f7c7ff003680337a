// A picture of the window, or of its 3D view alone, saved as a file.
#pragma once
#include <utility>

#include "app/app.hpp"

namespace grouser::desktop {

/// Of what build_gui() made last, at its best and at the size that was chosen, under a free name in the working
/// folder; the log says which. `window`: its size in pixels. Needs the window's OpenGL context.
void save_window_picture(PictureKind kind, App& app, Renderer& renderer, Session& session,
                         std::pair<int, int> window);

}  // namespace grouser::desktop
