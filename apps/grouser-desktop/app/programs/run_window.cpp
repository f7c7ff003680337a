// SPDX-License-Identifier: BSD-3-Clause
// The window: events in, pictures out.
#include <algorithm>
#include <chrono>
#include <utility>

#include "app/app.hpp"
#include "app/kept_file.hpp"
#include "app/programs/imgui_context.hpp"
#include "app/programs/input_recorder.hpp"
#include "app/programs/programs.hpp"
#include "app/programs/window_frames.hpp"
#include "app/programs/window_measure.hpp"
#include "app/programs/window_picture.hpp"
#include "app/ui_map_file.hpp"
#include "common/link/link_key.hpp"
#include "grouser/base/error.hpp"
#include "hal/gamepad.hpp"
#include "shared/interrupt.hpp"

namespace grouser::desktop {
namespace {

constexpr double kMapInterval = 0.05;      // s between two writings of the map of widgets
constexpr double kLongestUnsettled = 1.0;  // s: where something moves in each picture

/// Puts the window where an earlier session left it; a size of 0 is that of no session.
void restore_place(Window& window, const KeptState& kept) {
  const auto [x, y, width, height] = kept.window;
  if (width > 0 && height > 0) window.restore({x, y, width, height});
}

void keep_place(const Window& window, KeptState& kept) {
  const Area place = window.place();
  kept.window = {place.x, place.y, place.width, place.height};
}

/// Writes the map of widgets now and then after it has changed, once the widgets keep their places: ImGui
/// lays out new ones in two or three frames.
class MapWriter {
 public:
  explicit MapWriter(std::string path) : path_(std::move(path)) {}
  void built(const App& app, const WindowFrames& frames, double now) {
    if (!std::exchange(due_, true)) due_since_ = now;
    write_if_due(app, frames, now);
  }
  /// Seconds until the next look: the loop may not sleep past a map that is due.
  double wait() const { return due_ && !path_.empty() ? kMapInterval : kLongestUnsettled; }
  void write_if_due(const App& app, const WindowFrames& frames, double now) {
    if (path_.empty() || !due_ || now - written_ < kMapInterval) return;
    if (!frames.settled() && now - due_since_ < kLongestUnsettled) return;
    UiReport report = app.report();
    report["input"] = std::to_string(frames.fed());
    report["pointer"] = frames.pointer();
    write_ui_map(path_, app.ui_map(), report);
    written_ = now;
    due_ = false;
  }

 private:
  std::string path_;
  double written_ = -1.0, due_since_ = 0.0;  // s
  bool due_ = false;
};

/// The present activity. Notifies the pace if it has changed or anything else has happened.
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

/// Draws a part of the picture that is being saved, if there is one.
void draw_part(WindowPicture& picture, Window& window, App& app) {
  if (!picture.active()) return;
  const double begun = window.now();
  picture.work();
  app.worked(window.now() - begun);
}

/// Runs until the window is closed: waits, carries out requests, and draws if there is something new.
void run_loop(Window& window, App& app, Renderer& renderer, Session& session, WindowFrames& frames,
              MapWriter map, WindowMeasure& measure, float told_scale) {
  constexpr double kRest = 0.1;  // s: waits from here on are no part of drawing one picture after another
  std::string title;
  Pace pace;
  Activity activity;
  WindowPicture picture(renderer, session);
  while (!window.should_close()) {
    // Waits for events, unless a picture is being saved.
    const double wait = picture.active() ? 0.0 : std::min(pace.wait(activity, window.now()), map.wait());
    if (wait >= kRest) app.rested();
    window.poll(wait);
    if (cli::interrupted()) window.close();  // as a person would: this also closes a recording
    const double begun = window.now();
    // Input that is polled, and messages of the display.
    app.hold(read_gamepad());
    if (told_scale <= 0.0f) app.fit_screen(window.content_scale());
    for (const std::string& words : Window::take_complaints())
      session.add_log(LogLevel::warning, "The display: " + words);
    // Results of the threads and requests of the last picture.
    app.update(window.now());
    activity = watch(window, app, picture, activity, pace);
    activity.playing = activity.playing || measure.wanted();  // also where the run has ended meanwhile
    // Input is fed before its picture, and also while the window is hidden.
    const bool due = pace.picture_due(activity, window.now());
    if ((due || activity.hidden) && !window.input().empty()) {
      frames.take_input();
      app.update(window.now());
    }
    // Wishes that only the window can carry out. An interrupt closes without a question.
    if (app.take_fullscreen()) window.toggle_fullscreen();
    if (app.wants_quit()) window.close();
    if (window.should_close() && !cli::interrupted() && !app.may_close()) window.keep_open();
    if (app.title() != title) window.set_title(title = app.title());
    // The picture: frame, 3D view, and the copy of it that is to be saved.
    if (due) {
      pace.drawn(window.now());
      frames.build();
      app.worked(window.now() - begun);
      map.built(app, frames, window.now());
      frames.draw();
      if (const auto kind = picture.active() ? std::nullopt : app.take_picture())
        picture.begin(*kind, app, {window.pixel_width(), window.pixel_height()});
      window.swap();
      if (!window.input().empty()) pace.stirred();
      if (measure.wanted() && measure.drawn(window, app, session)) window.close();
    }
    if (activity.hidden) map.built(app, frames, window.now());
    map.write_if_due(app, frames, window.now());
    draw_part(picture, window, app);
  }
  picture.finish();
}

}  // namespace

int run_window(const ProgramOptions& options) {
  check_program_outputs(options);
  if (options.measure > 0.0 && is_still_file(options.file))  // it would wait for pictures for ever
    throw InputError("--in-window", options.file + ", which does not play", "a scenario or run file");
  // Address and token are checked before a window opens.
  LinkAddress served;
  std::string token;
  if (!options.connect.empty()) {
    served = parse_link_address("--connect", options.connect);
    token = read_link_token(options.token_file);
    check_link_token("--connect", served, token);
  }
  cli::catch_interrupts();
  // The window, with its place and the settings of the last session.
  Window window(options.width, options.height, options.size_told ? WindowSize::as_told : WindowSize::fitted,
                "Grouser");
  const std::filesystem::path kept_path = kept_file_path();
  KeptState kept = read_kept_state(kept_path);
  if (!options.size_told) restore_place(window, kept);
  const ImGuiOwner imgui;
  const float scale = options.ui_scale > 0.0f ? options.ui_scale : window.content_scale();
  const Fonts fonts = apply_theme(scale);
  const auto renderer = make_gl_renderer();
  // The session, its desks, and the file of the command line.
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
  // The loop, and the settings that the next session gets.
  InputRecorder input(options.record_input, {window.pixel_width(), window.pixel_height(), scale, kept},
                      window.now());
  WindowFrames frames(window, app, input);
  WindowMeasure measure(options);
  run_loop(window, app, *renderer, session, frames, MapWriter(options.ui_map), measure, options.ui_scale);
  if (measure.over()) measure.print();
  if (!options.size_told) keep_place(window, kept);
  app.keep();
  write_kept_state(kept_path, kept);
  input.write();
  return cli::interrupted() ? cli::kExitInterrupted : 0;
}

}  // namespace grouser::desktop
