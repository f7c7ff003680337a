// SPDX-License-Identifier: BSD-3-Clause
// The window: events in, pictures out.
#include <epoxy/gl.h>
#include <imgui_impl_glfw.h>
#include <imgui_impl_opengl3.h>

#include <algorithm>
#include <cfloat>
#include <chrono>
#include <utility>

#include "app/app.hpp"
#include "app/kept_file.hpp"
#include "app/programs/clear_screen.hpp"
#include "app/programs/imgui_context.hpp"
#include "app/programs/input_recorder.hpp"
#include "app/programs/offscreen.hpp"
#include "app/programs/programs.hpp"
#include "app/programs/window_measure.hpp"
#include "app/programs/window_picture.hpp"
#include "app/ui_map_file.hpp"
#include "common/link/link_key.hpp"
#include "grouser/base/error.hpp"
#include "hal/imgui_versions.hpp"
#include "shared/interrupt.hpp"

namespace grouser::desktop {
namespace {

constexpr double kMapInterval = 0.15;      // s between two writings of the map of widgets
constexpr double kLongestUnsettled = 1.0;  // s: where something moves in each picture

/// ImGui's two backends, started and ended together.
class Backends {
 public:
  explicit Backends(Window& window) {
    ImGui_ImplGlfw_InitForOpenGL(window.handle(), true);
    window.tell_pointer_in_pixels();
    ImGui_ImplOpenGL3_Init("#version 330 core");
  }
  ~Backends() {
    ImGui_ImplOpenGL3_Shutdown();
    ImGui_ImplGlfw_Shutdown();
  }
  Backends(const Backends&) = delete;
  Backends& operator=(const Backends&) = delete;
};

void take_events(Window& window, App& app, InputRecorder& input) {
  input.add(window.take_input(), app);
  for (const KeyPress& key : window.take_keys()) app.press(key);
  app.hold(read_gamepad());
  for (const auto& path : window.take_drops()) app.open(path.string());
  if (app.take_fullscreen()) window.toggle_fullscreen();
  if (app.wants_quit()) window.close();
}

void restore_place(Window& window, const KeptState& kept) {
  const auto [x, y, width, height] = kept.window;
  if (width > 0 && height > 0) window.restore({x, y, width, height});
}

void keep_place(const Window& window, KeptState& kept) {
  const Area place = window.place();
  kept.window = {place.x, place.y, place.width, place.height};
}

/// A unit of ImGui's is a pixel on every display: its backend takes the window's own units, which are larger
/// on a Wayland desktop that is scaled, and text in them would be blurred.
void count_in_pixels(const Window& window) {
  const float density = window.density();
  if (density == 1.0f) return;
  ImGuiIO& io = ImGui::GetIO();
  io.DisplaySize = {static_cast<float>(window.pixel_width()), static_cast<float>(window.pixel_height())};
  io.DisplayFramebufferScale = {1.0f, 1.0f};
  gui::pointer_in_pixels(density);
  if (!window.pointed_at()) gui::add_mouse_position_event(-FLT_MAX, -FLT_MAX);
}

void draw_picture(Window& window, App& app, double begun) {
  begin_picture(app);
  ImGui_ImplGlfw_NewFrame();
  count_in_pixels(window);
  gui::spread_clicks(window.take_click());
  ImGui::NewFrame();
  app.build_gui();
  ImGui::Render();
  app.worked(window.now() - begun);
  app.render();
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  glViewport(0, 0, window.pixel_width(), window.pixel_height());
  glDisable(GL_FRAMEBUFFER_SRGB);
  clear_screen();
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

/// Writes the map of widgets after what it tells has changed, now and then, once they stay where they are:
/// ImGui lays out what is new in two or three pictures.
class MapWriter {
 public:
  explicit MapWriter(std::string path) : path_(std::move(path)) {}
  void drawn(const App& app, double now) {
    if (path_.empty()) return;
    if (!std::exchange(due_, true)) due_since_ = now;
    settled_ = app.ui_map() == seen_;
    seen_ = app.ui_map();
  }
  /// Seconds until the next look: the loop may not sleep past a map that is due.
  double wait() const { return due_ && !path_.empty() ? kMapInterval : kLongestUnsettled; }
  void write_if_due(const App& app, double now) {
    if (path_.empty() || !due_ || now - written_ < kMapInterval) return;
    if (!settled_ && now - due_since_ < kLongestUnsettled) return;
    write_ui_map(path_, app.ui_map(), app.report());
    written_ = now;
    due_ = false;
  }

 private:
  std::string path_;
  double written_ = -1.0, due_since_ = 0.0;  // s
  bool due_ = false, settled_ = false;
  UiMap seen_;
};

/// What goes on now; a change of it, and whatever else happened, is told to the pace.
Activity watch(Window& window, const App& app, const WindowPicture& picture, const Activity& before,
               Pace& pace) {
  Activity now = app.activity();
  now.busy = now.busy || picture.active();
  now.hidden = window.hidden();
  now.typing = now.typing && window.focused();
  const bool begun_or_ended =
      now.hidden != before.hidden || now.playing != before.playing || now.busy != before.busy;
  if (window.take_stirred() || begun_or_ended) pace.stirred();
  return now;
}

/// Of a picture that is to be saved, if there is one.
void draw_part(WindowPicture& picture, Window& window, App& app) {
  if (!picture.active()) return;
  const double begun = window.now();
  picture.work();
  app.worked(window.now() - begun);
}

/// Until the window is closed: waits, does what is asked for, and draws where there is something new.
void run_loop(Window& window, App& app, Renderer& renderer, Session& session, InputRecorder& input,
              MapWriter map, WindowMeasure& measure, float told_scale) {
  constexpr double kRest = 0.1;  // s: waits from here on are no part of drawing one picture after another
  std::string title;
  Pace pace;
  Activity activity;
  WindowPicture picture(renderer, session);
  while (!window.should_close()) {
    const double wait = picture.active() ? 0.0 : std::min(pace.wait(activity, window.now()), map.wait());
    if (wait >= kRest) app.rested();
    window.poll(wait);
    if (cli::interrupted()) window.close();  // as a person would: a recording is closed on the way out
    const double begun = window.now();
    take_events(window, app, input);
    if (told_scale <= 0.0f) app.fit_screen(window.content_scale());
    for (const std::string& words : Window::take_complaints())
      session.add_log(LogLevel::warning, "The display: " + words);
    if (window.should_close() && !cli::interrupted() && !app.may_close()) window.keep_open();
    app.update(window.now());
    activity = watch(window, app, picture, activity, pace);
    activity.playing = activity.playing || measure.wanted();  // also where the run has ended meanwhile
    if (app.title() != title) window.set_title(title = app.title());
    if (pace.picture_due(activity, window.now())) {
      pace.drawn(window.now());
      draw_picture(window, app, begun);
      if (const auto kind = picture.active() ? std::nullopt : app.take_picture())
        picture.begin(*kind, app, {window.pixel_width(), window.pixel_height()});
      window.swap();
      map.drawn(app, window.now());
      if (measure.wanted() && measure.drawn(window, app, session)) window.close();
    } else if (activity.hidden) {
      map.drawn(app, window.now());
    }
    map.write_if_due(app, window.now());
    draw_part(picture, window, app);
  }
  picture.finish();
}

}  // namespace

int run_window(const ProgramOptions& options) {
  check_program_outputs(options);
  if (options.measure > 0.0 && is_still_file(options.file))  // it would wait for pictures for ever
    throw InputError("--in-window", options.file + ", which does not play", "a scenario or run file");
  LinkAddress served;
  std::string token;
  if (!options.connect.empty()) {
    served = parse_link_address("--connect", options.connect);
    token = read_link_token(options.token_file);
    check_link_token("--connect", served, token);
  }
  cli::catch_interrupts();
  Window window(options.width, options.height, options.size_told ? WindowSize::as_told : WindowSize::fitted,
                "Grouser");
  const std::filesystem::path kept_path = kept_file_path();
  KeptState kept = read_kept_state(kept_path);
  if (!options.size_told) restore_place(window, kept);
  const ImGuiOwner imgui;
  const Backends backends(window);
  const float scale = options.ui_scale > 0.0f ? options.ui_scale : window.content_scale();
  const Fonts fonts = apply_theme(scale);
  const auto renderer = make_gl_renderer();
  Session session(
      [] {
        return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
      },
      [&window] { window.wake(); });
  App app(*renderer, session, kept, fonts, scale, list_scenarios(), kept_path.parent_path());
  if (options.spoil_at) session.spoil_at(*options.spoil_at);
  if (!options.file.empty()) app.open(options.file, options.at);
  if (!options.connect.empty()) session.connect(served, token);
  if (!options.compare.empty()) session.compare_with(options.compare);
  app.show_tab(options.tab);
  InputRecorder input(options.record_input, {window.pixel_width(), window.pixel_height(), scale, kept});
  if (!options.record_input.empty()) window.keep_input();
  WindowMeasure measure(options);
  run_loop(window, app, *renderer, session, input, MapWriter(options.ui_map), measure, options.ui_scale);
  if (measure.over()) measure.print();
  if (!options.size_told) keep_place(window, kept);
  write_kept_state(kept_path, kept);
  input.write();
  return cli::interrupted() ? cli::kExitInterrupted : 0;
}

}  // namespace grouser::desktop
