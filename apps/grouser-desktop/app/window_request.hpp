// SPDX-License-Identifier: BSD-3-Clause
// What panels and keys ask of the window: what it shows, its undo, its end.
#pragma once
#include "view/overlay.hpp"
#include "widgets/units.hpp"

namespace grouser::desktop {

struct WindowRequest {
  enum class Kind {
    toggle_forces,
    toggle_grid,
    toggle_patterns,
    set_overlay,    ///< overlay
    set_units,      ///< units
    set_text_size,  ///< text_size
    larger_text,    ///< by a pixel
    smaller_text,
    toggle_help,
    toggle_left,
    toggle_right,
    toggle_bottom,
    toggle_channel,  ///< channel
    clear_channels,
    show_study,
    show_tab,      ///< tab: of the panel below
    show_palette,  ///< the list of all commands
    fullscreen,
    undo,  ///< of the study while its panel has the keyboard, else of the document
    redo,
    quit,
  };
  Kind kind = Kind::toggle_help;
  Overlay overlay = Overlay::none;
  ShownUnits units{};
  float text_size = 0.0f;  ///< px; beyond the ends of the range: its end
  int channel = 0;         ///< index of a scene channel
  const char* tab = "";
};

}  // namespace grouser::desktop
