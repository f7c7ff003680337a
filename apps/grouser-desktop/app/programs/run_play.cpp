// SPDX-License-Identifier: BSD-3-Clause
// Plays recorded input without a display: the same renderer and user interface, drawn off screen.
#include <chrono>
#include <filesystem>
#include <thread>

#include "app/app.hpp"
#include "app/programs/fed_input.hpp"
#include "app/programs/headless_program.hpp"
#include "app/programs/input_player.hpp"
#include "app/programs/input_recorder.hpp"
#include "app/programs/offscreen.hpp"
#include "app/programs/programs.hpp"
#include "app/programs/window_picture.hpp"
#include "app/ui_map_file.hpp"
#include "grouser/base/error.hpp"
#include "shared/interrupt.hpp"

namespace grouser::desktop {
namespace {

constexpr double kMostPatience = 600.0;        // s: for work that one event waits for
constexpr double kPlayedPicture = 1.0 / 60.0;  // s: no more pictures than a screen shows

/// The program, played on.
class Played {
 public:
  Played(App& app, Session& session, Renderer& renderer, InputPlayer& player)
      : app_(app),
        session_(session),
        renderer_(renderer),
        player_(player),
        screen_(app, player.head().width, player.head().height) {}

  /// One picture, after the input that is due.
  void step() {
    // The input that is due, given the time since the last picture and the state of the program.
    const double now = wall_time(), passed = last_ < 0.0 ? 0.0 : now - last_;
    last_ = now;
    hold();
    const RunView& run = session_.view();
    const std::int64_t at = step_of_live_run(run);
    const bool playing = run.mode == SessionMode::live && !run.ended && run.state == RunState::playing;
    for (const InputEvent& event : player_.take({app_.activity().busy, playing, at}, passed)) {
      if (event.kind == InputKind::size) screen_.resize(static_cast<int>(event.x), static_cast<int>(event.y));
      feed(event, app_);
    }
    // A program that does not come to the recorded state would be waited for without end.
    if (player_.waited() > kMostPatience)
      throw RunError("--play-input: " + player_.waiting() + ", for longer than 600 s");
    screen_.draw(now);
    // A picture that the record asked for is written at once.
    if (const auto kind = app_.take_picture()) {
      WindowPicture picture(renderer_, session_);
      picture.begin(*kind, app_, {screen_.width(), screen_.height()});
      picture.finish();
    }
    std::this_thread::sleep_for(std::chrono::duration<double>(now + kPlayedPicture - wall_time()));
  }

  /// Plays until the end of the record, or until the program is left; then waits until it is at rest.
  void play() {
    while (!player_.over() && !left()) step();
    for (int k = 0; !left() && (k < Offscreen::kToSettle || app_.activity().busy || !app_.complete()); ++k)
      step();
  }

  Image read() const { return screen_.read(); }

 private:
  /// The run is held at the step of the next press. After a press it stays held until what that asked for was
  /// carried out: a button asks in the picture after it.
  void hold() {
    constexpr int kCarriedOut = 3;  // pictures
    const std::int64_t next = player_.next_step();
    // The hold moves on to the next step only after the pictures in which the last press is carried out.
    given_ = next == held_ ? 0 : given_ + 1;
    if (given_ > kCarriedOut) held_ = next, given_ = 0;
    session_.hold_at(held_);
  }
  bool left() { return cli::interrupted() || (app_.wants_quit() && app_.may_close()); }

  App& app_;
  Session& session_;
  Renderer& renderer_;
  InputPlayer& player_;
  Offscreen screen_;
  double last_ = -1.0;     // s
  std::int64_t held_ = 0;  // step; 0: nowhere
  int given_ = 0;          // pictures since a press was given
};

}  // namespace

int run_play(const ProgramOptions& options) {
  check_program_outputs(options, {options.play_input});
  InputPlayer player(read_input_log(options.play_input));
  cli::catch_interrupts();
  HeadlessProgram program(player.head().scale);
  Session& session = program.session;
  KeptState kept = player.head().kept;
  App app(*program.renderer, session, kept, program.fonts, program.scale, list_scenarios());
  if (!options.file.empty()) app.open(options.file, options.at);
  if (!options.compare.empty()) session.compare_with(options.compare);
  app.show_tab(options.tab);
  Played played(app, session, *program.renderer, player);
  played.play();
  if (!options.screenshot.empty()) write_png(options.screenshot, played.read());
  if (!options.ui_map.empty()) write_ui_map(options.ui_map, app.ui_map(), app.report());
  return cli::interrupted() ? cli::kExitInterrupted : 0;
}

}  // namespace grouser::desktop
