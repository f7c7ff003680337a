// SPDX-License-Identifier: BSD-3-Clause
// The program between its window (or none) and its session: each picture is update(); build_gui(); render().
// A table of contents: desks and rooms, what they ask of each other, the order of their updates, and where
// their panels are.
#pragma once
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/commands/command.hpp"
#include "app/focus_walk.hpp"
#include "app/pace.hpp"
#include "app/view_drawing.hpp"
#include "app/window_desk.hpp"
#include "desks/files/files.hpp"
#include "desks/panels.hpp"
#include "desks/result/result_desk.hpp"
#include "desks/runs/runs_desk.hpp"
#include "desks/soils/soil_room.hpp"
#include "desks/stepup/stepup_room.hpp"
#include "desks/video/pictures.hpp"
#include "hal/gamepad.hpp"

namespace grouser::desktop {

class App {
 public:
  App(Renderer& renderer, Session& session, KeptState& kept, Fonts fonts, float scale,
      std::vector<ScenarioEntry> scenarios, std::filesystem::path state_folder = {});

  void press(const KeyPress& key);
  /// The gamepad as it is now.
  void hold(const GamepadState& pad);
  /// As Files::open().
  void open(const std::string& path, double at = 0.0) { files_.open(path, at); }
  void set_preset(CameraPreset preset);
  /// What was opened with Session::open_at() is shown from this side.
  void show_opened(CameraPreset preset);
  /// As camera_text() writes it. Throws InputError.
  void look_from(const std::string& view) { camera_.look_from(view, session_.view()); }
  /// How much of these bodies of what is open is drawn. Throws InputError for names that are none of them.
  void show_bodies(const std::vector<std::string>& names, Shown shown);
  /// "plots", "log", "compare", "study", "soils", "gait" or "stepup".
  void show_tab(const std::string& name) { passing_.wanted_tab = name; }
  void show_help() { passing_.help_open = true; }

  void update(double now);
  /// Before ImGui begins a picture: fonts of the size that is wanted. True: they were made anew, for the
  /// graphics card too.
  bool fit_text();
  /// The density of the screen that it is shown on now; 1: 96 dots an inch.
  void fit_screen(float scale) { screen_scale_ = scale; }
  /// Fills the current ImGui frame; call between NewFrame and Render.
  void build_gui();
  /// See ViewDrawing.
  void render() { drawing_.render(); }
  KeptView kept_view(bool transparent) const { return drawing_.kept_view(transparent); }
  void render_alone(int width, int height, bool transparent = false) {
    drawing_.render_alone(width, height, transparent);
  }
  void rested() { drawing_.rested(); }
  Quality& quality() { return drawing_.quality(); }
  const Quality& quality() const { return drawing_.quality(); }

  /// What goes on, but for what only the window knows: whether it is hidden.
  Activity activity() const;
  /// As WindowDesk::worked().
  void worked(double seconds) { window_.worked(seconds); }
  /// Nothing is being read, and what is shown is there in full.
  bool complete() const {
    return terrain_.is_open()     ? terrain_.complete()
           : campaigns_.is_open() ? campaigns_.complete()
                                  : !soils_.view().working && !stepup_.view().working;
  }

  bool wants_quit() const { return saving_.wants_quit(); }
  /// Somebody wants to close the window: true if nothing is lost by it, else the question is shown.
  bool may_close();
  bool take_fullscreen() { return window_.take_fullscreen(); }
  /// The picture that is to be saved now.
  std::optional<PictureKind> take_picture() { return pictures_.take_picture(); }
  int picture_scale() const { return kept_.picture_scale; }
  bool picture_transparent() const { return kept_.picture_transparent; }
  /// Size of the 3D view in the window, pixels.
  std::pair<int, int> view_size() const;
  const UiMap& ui_map() const { return map_; }
  /// State, step, speed and the like, for tests.
  UiReport report() const;
  const RunView& run() const { return session_.view(); }
  std::string title() const;

 private:
  void carry_out(const Request& request);
  void choose_key_for(const KeyPress& key);
  CommandContext commands_now() const;
  void newly_opened();
  void rebuilt();
  void close_front();
  void build_layout(const Ui& ui);
  void build_start(const Ui& ui, ImVec2 middle);
  void build_tabs(const Ui& ui);
  void build_right(const Ui& ui);

  Renderer& renderer_;
  Session& session_;
  KeptState& kept_;
  PassingState passing_;
  ViewSize size_;
  CameraDesk camera_;
  StudyDesk study_;
  DocumentDesk document_;
  Saving saving_;
  Looking looking_;
  PaintRoom paint_;
  PathRoom path_;
  SoilRoom soils_;
  StepupRoom stepup_;
  MeasuredRoom measured_;
  Pictures pictures_;
  RunsDesk runs_;
  ResultDesk result_;
  TerrainRoom terrain_;
  StatisticsRoom campaigns_;
  Files files_;
  WindowDesk window_;
  FocusWalk walk_;
  ViewDrawing drawing_;
  Fonts fonts_;
  float screen_scale_;                 // 1: 96 dots an inch
  float fonts_scale_ = screen_scale_;  // for which the fonts were made
  float scale_ = screen_scale_;        // of all that is drawn, with the size of text that is chosen
  float text_size_ = kUsualText;       // that the fonts have, px
  std::string tab_ = "plots";          // of the panel below, that is shown
  std::vector<ScenarioEntry> scenarios_;
  UiMap map_;
  Requests requests_;
  bool close_popup_ = false;  // in the next picture: ImGui moves the keyboard then
};

}  // namespace grouser::desktop
