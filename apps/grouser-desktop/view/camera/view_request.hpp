// SPDX-License-Identifier: BSD-3-Clause
// Requests of panels, keys and the mouse to the camera.
#pragma once
#include "view/camera/camera.hpp"

namespace grouser::desktop {

struct ViewRequest {
  enum class Kind {
    preset,  ///< preset
    frame_all,
    close_up,  ///< of the selected part, or of one wheel after the other: index +1 forward, -1 back
    orbit,     ///< x, y: rad; about what was grabbed
    pan,       ///< x, y: parts of the half picture
    zoom,      ///< factor; x, y: pointer in the picture, -1..1
    grab,      ///< x, y: pointer in the picture: what is under it is turned about, moved, approached
    toggle_follow,
    toggle_parallel,
    keep,    ///< index: this view, 0 to 8
    recall,  ///< index
  };
  Kind kind = Kind::frame_all;
  CameraPreset preset = CameraPreset::follow;
  double factor = 1.0, x = 0.0, y = 0.0;
  int index = 0;
};

}  // namespace grouser::desktop
