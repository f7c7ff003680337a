// SPDX-License-Identifier: BSD-3-Clause
// What panels and keys ask of pictures and videos.
#pragma once

namespace grouser::desktop {

enum class PictureKind { with_panels, view_alone };

struct PictureRequest {
  enum class Kind {
    save,       ///< picture
    set_scale,  ///< scale
    toggle_transparent,
    show_video_dialog,
    start_video,  ///< as PassingState::video says
    cancel_video,
  };
  Kind kind = Kind::save;
  PictureKind picture = PictureKind::with_panels;
  int scale = 1;  ///< pixels of the picture for one of the window, 1 to kMostPictureScale
};

}  // namespace grouser::desktop
