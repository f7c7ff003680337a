// SPDX-License-Identifier: BSD-3-Clause
// The parts that every program without a display needs, in the order in which they are made. They are
// destroyed in the reverse order.
#pragma once
#include <chrono>
#include <memory>

#include "app/programs/imgui_context.hpp"
#include "hal/headless.hpp"
#include "session/session.hpp"
#include "view/renderer.hpp"
#include "widgets/theme.hpp"

namespace grouser::desktop {

/// Seconds of a steady clock.
inline double wall_time() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

struct HeadlessProgram {
  /// `ui_scale`: 0: 1.
  explicit HeadlessProgram(float ui_scale)
      : scale(ui_scale > 0.0f ? ui_scale : 1.0f), fonts(apply_theme(scale)), renderer(make_gl_renderer()) {}
  HeadlessContext context;
  ImGuiOwner imgui;
  float scale;
  Fonts fonts;
  std::unique_ptr<Renderer> renderer;
  Session session{wall_time};
};

}  // namespace grouser::desktop
