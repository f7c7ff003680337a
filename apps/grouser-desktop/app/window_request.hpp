// SPDX-License-Identifier: BSD-3-Clause
// Requests of panels and keys to the window: its content, its undo, its end.
#pragma once
#include <string>

#include "app/panel_layout.hpp"
#include "view/overlay.hpp"
#include "widgets/units.hpp"

namespace grouser::desktop {

enum class PictureKind { with_panels, view_alone };

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
    show_tab,       ///< tab: of the panel below
    place_tab,      ///< tab, place: out of its bar into the middle, or back
    show_preset,    ///< name: id of a layout that comes with the program
    show_layout,    ///< name: of a kept layout
    keep_layout,    ///< name: the panels as they are
    forget_layout,  ///< name
    show_layout_dialog,
    show_palette,  ///< the list of all commands
    fullscreen,
    save_picture,       ///< picture
    set_picture_scale,  ///< scale
    toggle_transparent,
    quit,
  };
  Kind kind = Kind::toggle_help;
  Overlay overlay = Overlay::none;
  ShownUnits units{};
  float text_size = 0.0f;  ///< px; beyond the ends of the range: its end
  const char* tab = "";
  TabPlace place = TabPlace::bar;
  std::string name = {};
  PictureKind picture = PictureKind::with_panels;
  int scale = 1;  ///< pixels of the picture for one of the window, 1 to kMostPictureScale
};

}  // namespace grouser::desktop
