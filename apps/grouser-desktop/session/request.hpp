// What a panel asks for. Panels own nothing and change nothing: they show, and return requests; the program
// carries them out.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "view/camera.hpp"

namespace grouser::desktop {

struct StudySettings;
struct DocumentRequest;
struct PaintRequest;
struct SoilRequest;
struct ViewRequest;
struct RunsRequest;
struct PathRequest;
struct MeasuredRequest;
struct StatisticsRequest;
enum class RequestKind {
  open_file,  ///< text: path
  show_open_dialog,
  show_compare_dialog,
  show_connect_dialog,
  connect,  ///< text: address; token_file
  disconnect,
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
  statistics,  ///< statistics: for the desk of that name
  measured,    ///< measured: for the desk of that name
  toggle_path,
  path,      ///< path: for the desk of that name
  soil,      ///< soil: for the desk of that name
  paint,     ///< paint: for the desk of that name
  document,  ///< document: for the desk of that name
  view,      ///< view: for the camera's desk
  runs,      ///< runs: for the desk of recorded runs
  undo,      ///< of the study while its panel has the keyboard, else of the document
  redo,
  save,  ///< asks for a name where there is none
  show_save_dialog,
  leave_not,  ///< answers to what becomes of unsaved changes
  leave_discarding,
  leave_saving,
  place_begin,  ///< value: PlacingMode
  place_at,     ///< value: PlacingGrip; x, y: pointer in the picture
  place_lift,   ///< value: PlacingGrip; x: notches of the wheel
  place_set_down,
  place_cancel,
  select_at,  ///< x, y: pointer in the picture
  next_event,
  previous_event,
  shuttle_back,
  pause,
  shuttle_forward,
  loop_begin,
  loop_end,
  loop_clear,
  toggle_hand,
  hand_faster,  ///< more of the top speed by hand
  hand_slower,
  hand_stick,  ///< x: ahead, y: left; -1 to 1
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
  toggle_ruler,
  ruler_at,    ///< x, y: pointer in the picture
  pointer_at,  ///< x, y: pointer in the picture
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
  std::shared_ptr<const DocumentRequest> document = {};
  std::shared_ptr<const PaintRequest> paint = {};
  std::shared_ptr<const SoilRequest> soil = {};
  std::shared_ptr<const ViewRequest> view = {};
  std::shared_ptr<const RunsRequest> runs = {};
  std::shared_ptr<const PathRequest> path = {};
  std::shared_ptr<const MeasuredRequest> measured = {};
  std::shared_ptr<const StatisticsRequest> statistics = {};
  std::string token_file = {};
};

using Requests = std::vector<Request>;

}  // namespace grouser::desktop
