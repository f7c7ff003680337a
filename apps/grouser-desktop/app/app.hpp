// SPDX-License-Identifier: BSD-3-Clause
// The program between its window (or none) and its session: each picture is update(); build_gui(); render().
// A table of contents: a list of desks, the order in which they are asked, and where their panels are.
#pragma once
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/commands/command.hpp"
#include "app/focus_walk.hpp"
#include "app/pace.hpp"
#include "app/view_drawing.hpp"
#include "app/view_panel.hpp"
#include "app/window_desk.hpp"
#include "desks/desk.hpp"
#include "hal/gamepad.hpp"
#include "session/scenario_list.hpp"

namespace grouser::desktop {

class App {
 public:
  App(Renderer& renderer, Session& session, KeptState& kept, Fonts fonts, float scale,
      std::vector<ScenarioEntry> scenarios, std::filesystem::path state_folder = {});

  void press(const KeyPress& key);
  /// The gamepad as it is now.
  void hold(const GamepadState& pad);
  /// Opens a file with the desk that takes it; the log says why none does. `at`: time at which a run opens,
  /// s.
  void open(const std::string& path, double at = 0.0);
  void set_preset(CameraPreset preset);
  /// Shows from this side the file that Session::open_at() opened.
  void show_opened(CameraPreset preset);
  /// Sets the camera from a text as camera_text() writes it. Throws InputError.
  void look_from(const std::string& view) { shared_.camera.look_from(view, shared_.session.view()); }
  /// Sets how much of these bodies is drawn. Throws InputError for a name that no body of the open file has.
  void show_bodies(const std::vector<std::string>& names, Shown shown);
  /// Shows the tab with this id ("plots", "log", "study", ...); an empty id changes nothing. Throws
  /// InputError for an unknown id.
  void show_tab(const std::string& id);
  void show_help() { window_.help().open = true; }

  void update(double now);
  /// Must be called before ImGui begins a picture: makes fonts of the wanted size. True if they were made
  /// anew, also for the graphics card.
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

  /// The present activity; `hidden` is left false, as only the window knows it.
  Activity activity() const;
  /// Does the same as WindowDesk::worked().
  void worked(double seconds) { window_.worked(seconds); }
  /// Whether nothing is being read, and all that is shown is there in full.
  bool complete() const;

  /// Puts the settings that desks keep from one session to the next into the kept state.
  void keep();
  bool wants_quit() const { return shared_.saving.wants_quit(); }
  /// Somebody wants to close the window: true if nothing is lost by it, else the question is shown.
  bool may_close();
  bool take_fullscreen() { return window_.take_fullscreen(); }
  /// The picture that is to be saved now.
  std::optional<PictureKind> take_picture() { return window_.take_picture(); }
  int picture_scale() const { return shared_.kept.picture_scale; }
  bool picture_transparent() const { return shared_.kept.picture_transparent; }
  /// Size of the 3D view in the window, pixels.
  std::pair<int, int> view_size() const;
  const UiMap& ui_map() const { return map_; }
  /// State, step, speed and the like, for tests.
  UiReport report() const;
  const RunView& run() const { return shared_.session.view(); }
  std::string title() const;

 private:
  void carry_out(const Request& request);
  CommandContext commands_now() const;
  void newly_opened();
  void rebuilt();
  void close_front();
  /// The desk that has the middle of the window, or null.
  Desk* in_middle() const;
  /// Name of the dialog that is open, or null.
  const char* open_dialog_name() const;
  Cover cover() const;
  void build_layout(const Ui& ui);
  void build_panels(const Ui& ui, float top);
  void build_start(const Ui& ui, ImVec2 middle);
  void build_tabs(const Ui& ui, TabBar bar);
  /// View and, where one is out of its bar, a tab share the rectangle.
  void build_middle(const Ui& ui, ImVec2 low, ImVec2 size);
  void build_view(const Ui& ui, ImVec2 low, ImVec2 size);
  void build_pane(const Ui& ui, const Tab& tab, ImVec2 low, ImVec2 size);
  /// Offers the menu about the panels where nothing else has answered a right click.
  void offer_panels_menu();
  /// The tab that is out of its bar, or null.
  const Tab* tab_out() const;

  Renderer& renderer_;
  Shared shared_;
  Desks desks_;
  std::vector<Tab> tabs_;
  RequestTable table_;
  WindowDesk window_;
  FocusWalk walk_;
  ViewPanel view_panel_;
  WorkLine work_line_;
  ViewDrawing drawing_;
  Fonts fonts_;
  float screen_scale_;                 // 1: 96 dots an inch
  float fonts_scale_ = screen_scale_;  // for which the fonts were made
  float scale_ = screen_scale_;        // of all that is drawn, with the size of text that is chosen
  float text_size_ = kUsualText;       // that the fonts have, px
  const Tab* at_bottom_ = nullptr;     // the tab that is shown there
  EntryEdit entry_;
  UiMap map_;
  Requests requests_;
  double now_ = 0.0;          // s, of the last update()
  bool close_popup_ = false;  // in the next picture: ImGui moves the keyboard then
};

}  // namespace grouser::desktop
