// SPDX-License-Identifier: BSD-3-Clause
// The program's modes: with a window; without a display it draws one picture or a video, plays recorded input
// or measures the rate of pictures.
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "session/video/video_plan.hpp"
#include "view/camera/camera.hpp"
#include "view/overlay.hpp"

namespace grouser::desktop {

struct ProgramOptions {
  std::string file;        ///< scenario, run file, or empty
  std::string compare;     ///< run file to show beside it, or empty
  std::string connect;     ///< HOST:PORT of a served run, or empty
  std::string token_file;  ///< of that run, or empty
  std::string screenshot;  ///< PNG to write without a display
  std::string video;       ///< MP4 to write without a display
  VideoTiming video_timing;
  bool report_frames = false;  ///< of a video: how many are done, on standard output
  double measure = 0.0;        ///< s to measure the time of pictures for; 0: do not
  bool in_window = false;      ///< measure a window on the display
  double at = 0.0;             ///< s: of the picture, or where a run file opens
  int width = 1600, height = 1000;
  bool size_told = false;  ///< else the window is no larger than the monitor has room for
  CameraPreset camera = CameraPreset::follow;
  std::string view;  ///< camera_text() to look from, or empty: as `camera` says
  bool with_ui = true;
  bool forces = false;
  std::vector<std::string> cut, hidden;  ///< bodies of the picture that are cut open or not drawn
  Overlay overlay = Overlay::none;
  bool help_panel = false;         ///< with the list of keys open
  std::string tab;                 ///< id of the tab that is shown; empty: the first
  std::string ui_map;              ///< JSON file of widget rectangles
  std::string record_input;        ///< file into which the window's input is recorded, or empty
  std::string play_input;          ///< such a file, to be played without a display, or empty
  std::optional<double> spoil_at;  ///< s: a step of the live run fails there, for tests
  bool force = false;              ///< replace files that Grouser did not write
  float ui_scale = 0.0f;           ///< 0: as the display says
};

/// Throws InputError if a file that the options write would replace one of `inputs`, a file that the options
/// read, or, without --force, a file that this program did not write.
void check_program_outputs(const ProgramOptions& options, std::vector<std::filesystem::path> inputs = {});

/// Whether a file is a height map, a recipe of ground or a campaign's folder: it has no 3D view and does not
/// play.
bool is_still_file(const std::string& file);

/// Each returns the exit code; wrong input throws InputError.
int run_window(const ProgramOptions& options);
int run_screenshot(const ProgramOptions& options);
int run_measure(const ProgramOptions& options);
int run_video(const ProgramOptions& options);
int run_play(const ProgramOptions& options);

}  // namespace grouser::desktop
