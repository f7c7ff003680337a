// What a panel asks for. Panels own nothing and change nothing: they show, and return requests; the program
// carries them out.
#pragma once
#include <string>
#include <vector>

#include "view/camera.hpp"

namespace grouser::desktop {

enum class RequestKind {
  open_file,  ///< text: path
  show_open_dialog,
  reload,
  play_pause,
  single_step,
  step_back,
  reset,
  faster,
  slower,
  set_speed,  ///< value
  seek,       ///< value: time, s
  to_begin,
  to_end,
  camera_preset,  ///< value: CameraPreset
  camera_frame_all,
  camera_orbit,  ///< x, y: rad; about the point taken at the press
  camera_pan,    ///< x, y: parts of the half picture
  camera_zoom,   ///< value: factor; x, y: pointer in the picture, -1..1
  camera_grab,   ///< x, y: pointer in the picture: take the point under it as pivot
  toggle_follow,
  toggle_forces,
  toggle_grid,
  toggle_help,
  toggle_left,
  toggle_right,
  toggle_bottom,
  toggle_channel,  ///< value: index of a scene channel
  clear_channels,
  save_picture,
  fullscreen,
  quit
};

struct Request {
  RequestKind kind;
  double value = 0.0, x = 0.0, y = 0.0;
  std::string text = {};
};

using Requests = std::vector<Request>;

}  // namespace grouser::desktop
