// The program between its window (or none) and its session: each picture is update(); build_gui(); render().
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/pace.hpp"
#include "app/quality.hpp"
#include "app/ui_map_file.hpp"
#include "camera/camera_desk.hpp"
#include "document/document_desk.hpp"
#include "ground/paint_desk.hpp"
#include "hal/gamepad.hpp"
#include "hal/window.hpp"
#include "look/probe.hpp"
#include "look/ruler.hpp"
#include "measured/measured_desk.hpp"
#include "panels/panels.hpp"
#include "path/path_desk.hpp"
#include "runs/runs_desk.hpp"
#include "session/session.hpp"
#include "session/study_desk.hpp"
#include "soils/soil_desk.hpp"
#include "statistics/statistics_room.hpp"
#include "terrain_desk/terrain_room.hpp"
#include "view/pick.hpp"

namespace grouser::desktop {

enum class PictureKind { with_panels, view_alone };

class App {
 public:
  App(Renderer& renderer, Session& session, KeptState& kept, Fonts fonts, float scale,
      std::vector<ScenarioEntry> scenarios, std::filesystem::path state_folder = {});

  void press(const KeyPress& key);
  /// The gamepad as it is now.
  void hold(const GamepadState& pad);
  /// A scenario, a run, a map of heights or a recipe of ground. `at`: where a run file opens, s.
  void open(const std::string& path, double at = 0.0);
  void set_preset(CameraPreset preset);
  /// What was opened with Session::open_at() is shown from this side.
  void show_opened(CameraPreset preset);
  /// As camera_text() writes it. Throws InputError.
  void look_from(const std::string& view) { camera_.look_from(view, session_.view()); }
  /// "plots", "log", "compare", "study" or "soils".
  void show_tab(const std::string& name) { passing_.wanted_tab = name; }
  void show_help() { passing_.help_open = true; }

  void update(double now);
  /// Fills the current ImGui frame; call between NewFrame and Render.
  void build_gui();
  /// Draws the 3D view into its texture: coarser in motion where pictures come slowly, at its best once it
  /// stands still, and not at all while nothing changes.
  void render();
  /// Draws the 3D view alone at this size and at its best.
  void render_alone(int width, int height);

  /// What goes on, but for what only the window knows: whether it is hidden.
  Activity activity() const;
  /// No picture was drawn since the last one for want of anything new: their distance in time tells nothing.
  void rested() { rested_ = true; }

  /// The window's thread worked so long, s, on one picture without drawing it: too long is logged.
  void worked(double seconds);
  /// Nothing is being read, and what is shown is there in full.
  bool complete() const { return terrain_.is_open() ? terrain_.complete() : !soils_.view().working; }

  bool wants_quit() const { return quit_; }
  /// Somebody wants to close the window: true if nothing is lost by it, else the question is shown.
  bool may_close();
  bool take_fullscreen() { return std::exchange(fullscreen_, false); }
  /// The picture that is to be saved now.
  std::optional<PictureKind> take_picture() { return std::exchange(picture_, std::nullopt); }
  int picture_scale() const { return kept_.picture_scale; }
  /// Size of the 3D view in the window, pixels.
  std::pair<int, int> view_size() const;
  const UiMap& ui_map() const { return map_; }
  /// State, step, speed and the like, for tests.
  UiReport report() const;
  const RunView& run() const { return session_.view(); }
  std::string title() const;
  Quality& quality() { return quality_; }
  const Quality& quality() const { return quality_; }

 private:
  void carry_out(const Request& request);
  bool carry_out_run(const Request& request);
  bool carry_out_shuttle(const Request& request);
  bool carry_out_file(const Request& request);
  bool carry_out_study(const Request& request);
  bool carry_out_document(const Request& request);
  bool carry_out_ground(const Request& request);
  bool carry_out_soils(const Request& request);
  bool carry_out_measured(const Request& request);
  bool open_measured(const std::string& path);
  void update_measured();
  bool carry_out_path(const Request& request);
  void update_path();
  void look_at_path();
  bool path_key(const KeyPress& key);
  bool carry_out_statistics(const Request& request);
  void update_statistics();
  bool carry_out_look(const Request& request);
  void update_look();
  void update_tint();
  void use_soil(const std::string& given);
  void update_soils();
  bool paint_key(const KeyPress& key);
  void update_painting();
  void answer_leaving(const Request& request);
  void select_at(double u, double v);
  std::optional<Vec3> ground_under(double u, double v) const;
  double aspect() const { return view_height_ > 0.0 ? view_width_ / view_height_ : 1.6; }
  void undo_or_redo(bool undo);
  void save_document();
  /// Whether something may be opened in place of what is open; otherwise the question is shown, and `path` opened
  /// with these settings once it is answered.
  bool may_leave(const std::string& path, const std::vector<Override>& overrides = {});
  void export_study();
  void update_terrain();
  bool carry_out_view(const Request& request);
  bool carry_out_pictures(const Request& request);
  void show_video_dialog();
  void start_video();
  void watch_video();
  void change_speed(int direction);
  void newly_opened();
  void rebuilt();
  std::vector<std::string> plotted_names() const;
  void plot(const std::vector<std::string>& channels);
  void show_dialog(RequestKind kind);
  void connect(const std::string& address, const std::string& token_file);
  void toggle_recording();
  bool press_hand(const KeyPress& key);
  void close_front();
  void refresh_toasts(double now);
  void build_layout(const Ui& ui);
  void build_start(const Ui& ui, ImVec2 middle);
  void build_tabs(const Ui& ui);
  void build_right(const Ui& ui);
  ViewInput view_input() const;

  /// What the last picture showed.
  struct Drawn {
    std::shared_ptr<const Frame> frame, ghost;
    std::shared_ptr<const GroundMemory> ground;
    Vec3 eye = Vec3::Zero(), forward = Vec3::Zero();
    bool parallel = false;
    Selection selection;
    std::shared_ptr<const GroundTint> tint;
    bool forces = false, grid = false, route = false, best = false;
    int overlay = 0;
    double width = 0.0, height = 0.0;
    bool shows_same(const Drawn& other) const;
  };
  Drawn shown_now() const;
  bool view_is_visible() const { return view_width_ >= 8.0 && view_height_ >= 8.0; }

  Renderer& renderer_;
  Session& session_;
  KeptState& kept_;
  CameraDesk camera_;
  StudyDesk study_;
  DocumentDesk document_;
  PaintDesk paint_;
  SoilDesk soils_;
  PathDesk path_;
  MeasuredDesk measured_;
  std::shared_ptr<const GroundTint> tint_;
  std::uint64_t tint_revision_ = 0;
  std::shared_ptr<const Terrain> tinted_;  // whose soils the tint shows
  Ruler ruler_;
  Probe probe_;
  std::string probed_;  // what the probe says, for the status bar
  bool pointer_over_ = false;
  Vec2 pointer_ = Vec2::Zero();  // in the picture, -1 to 1
  Picker picker_;
  std::string
      leaving_to_;  // what is opened once unsaved changes have been dealt with; empty: the program ends
  std::vector<Override> leaving_with_;
  bool closing_ = false;  // the question was answered: the program may end
  bool leave_after_save_ = false;
  VideoJob video_;
  RunsDesk runs_;
  TerrainRoom terrain_;
  StatisticsRoom campaigns_;
  Fonts fonts_;
  float scale_;
  std::vector<ScenarioEntry> scenarios_;
  PassingState passing_;
  UiMap map_;
  std::shared_ptr<const Scene> backdrop_;        // bare ground behind the start panel
  double view_width_ = 0.0, view_height_ = 0.0;  // pixels
  Requests requests_;
  Quality quality_;
  Statistics statistics_;
  Drawn drawn_;
  Toasts toasts_;
  double last_now_ = 0.0, changed_at_ = 0.0;
  std::size_t log_read_ = 0;
  int slow_pictures_ = 0;  // that kept the window's thread too long
  bool rested_ = false, close_popup_ = false;
  bool quit_ = false, fullscreen_ = false;
  std::optional<PictureKind> picture_;
};

}  // namespace grouser::desktop
