// What a panel asks for. Panels own nothing and change nothing: they show, and return requests; the program
// carries them out.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "view/camera.hpp"

namespace grouser::desktop {

struct StudySettings;

enum class RequestKind {
  open_file,  ///< text: path
  show_open_dialog,
  show_compare_dialog,
  compare_file,  ///< text: path of a run file
  end_comparison,
  toggle_recording,  ///< asks for a name, or stops
  start_recording,   ///< text: path of the run file
  study_edit,        ///< study: the settings
  study_start,
  study_cancel,
  study_open_row,  ///< value: row to open live
  study_export,
  study_undo,
  study_redo,
  show_study,
  next_event,
  previous_event,
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
  set_overlay,  ///< value: Overlay
  toggle_help,
  toggle_left,
  toggle_right,
  toggle_bottom,
  toggle_channel,  ///< value: index of a scene channel
  clear_channels,
  save_picture,        ///< the window as it is
  save_clean_picture,  ///< the 3D view alone
  set_picture_scale,   ///< value: 1 to 4
  show_video_dialog,
  start_video,  ///< as PassingState::video says
  cancel_video,
  fullscreen,
  quit
};

struct Request {
  RequestKind kind;
  double value = 0.0, x = 0.0, y = 0.0;
  std::string text = {};
  std::shared_ptr<const StudySettings> study = {};
};

using Requests = std::vector<Request>;

}  // namespace grouser::desktop
