// SPDX-License-Identifier: BSD-3-Clause
// Moves of the session within a run: opening at a moment, playing, stepping, seeking.
#include <fmt/format.h>

#include <algorithm>

#include "grouser/base/error.hpp"
#include "grouser/simulation/build/start.hpp"
#include "grouser/simulation/observe/event_watch.hpp"
#include "grouser/simulation/observe/frame_writer.hpp"
#include "grouser/simulation/observe/metrics.hpp"
#include "grouser/simulation/step/world.hpp"
#include "session/run/replay_data.hpp"
#include "session/run/simulation_worker.hpp"
#include "session/run/stepping.hpp"
#include "session/session.hpp"

namespace grouser::desktop {

void Session::simulate_to(double time) {
  Simulation simulation = start_simulation(world_);
  KeptSteps kept(world_->scene.duration);
  FrameWriter frames(*world_);
  // Frames are kept at the same intervals as in the window.
  const auto record = [&] {
    auto frame = std::make_shared<Frame>();
    frames.fill(simulation, *frame);
    live_->append(std::move(frame));
    kept.kept(simulation.time());
  };
  record();
  EventWatch watch(simulation);
  MetricsTracker tracker(simulation);
  // Up to the step nearest to the wanted time.
  while (simulation.time() < time - 0.5 * next_step(simulation) && !simulation.finished()) {
    if (simulation.step() != StepStatus::ok) throw RunError(simulation.failure().message);
    if (kept.due(simulation.time())) record();
    watch.observe(simulation);
    tracker.observe(simulation);
  }
  record();  // nothing where it is there
  live_->add_events(watch.events());
  live_->set_metrics(tracker.metrics(simulation));
  live_->append_ground(simulation.time(), std::make_shared<GroundMemory>(simulation.ground()));
  if (!simulation.world().mesh.parts.empty())
    live_->set_anchors(std::make_shared<AnchorMarks>(find_anchor_marks(simulation)));
  if (simulation.finished()) become_replay(RunState::finished);  // with its card, as in the window
}

/// Shows a run file from a moment on; a live run has to begin at its beginning.
void Session::start_at(double time) {
  if (!playback_)
    return add_log(LogLevel::notice, "A live run starts at 0 s: --at is for run files and pictures.");
  playback_->seek(time);
  refresh_view();
  tell_end(time);
}

/// Notes in the log if `wanted` lies beyond the run's end, which is shown instead.
void Session::tell_end(double wanted) {
  const double end = view_.newest;
  if (wanted <= end + view_.step) return;
  const std::optional<RunVerdict>& verdict = data_->report().verdict;
  add_log(LogLevel::notice, fmt::format("{:.6g} s is beyond the end of the run, which is shown: {:.6g} s{}",
                                        wanted, end, verdict ? " (" + verdict->name + ")" : std::string()));
}

void Session::play_pause() {
  // A replay, a live run, or a served run, of which only the view stops.
  if (playback_) {
    playback_->playing() ? playback_->pause() : playback_->play();
  } else if (worker_) {
    looking_at_.reset();
    worker_->send({view_.state == RunState::playing ? WorkerCommandKind::pause : WorkerCommandKind::play});
  } else if (looking_at_) {
    looking_at_.reset();
  } else if (view_.mode == SessionMode::connected && data_->frame_count() > 0) {
    looking_at_ = view_.time;
  }
}

void Session::pause() {
  if (playback_) playback_->pause();
  if (worker_) worker_->send({WorkerCommandKind::pause});
}

void Session::shuttle(int direction) {
  if (playback_) return playback_->shuttle(direction);
  if (!worker_) return;
  if (direction < 0)
    return add_log(LogLevel::notice, "A live run goes forward only; step back with the comma key.");
  if (view_.state == RunState::playing) return set_speed(next_speed(view_.speed, +1));
  play_pause();
}

void Session::set_loop_begin() {
  if (playback_) playback_->set_loop_begin();
}
void Session::set_loop_end() {
  if (playback_) playback_->set_loop_end();
}
void Session::clear_loop() {
  if (playback_) playback_->clear_loop();
}

void Session::single_step() {
  if (!data_) return;
  // The next frame, as long as there is one; a live run then takes a step.
  if (playback_ || looking_at_) {
    const std::size_t next = data_->frame_at(view_.time) + 1;
    if (next < data_->frame_count()) return seek(data_->times()[next]);
    if (playback_) return;
  }
  looking_at_.reset();
  if (worker_) worker_->send({WorkerCommandKind::single_step});
}

void Session::step_back() {
  if (!data_ || data_->frame_count() == 0) return;
  const std::size_t at = data_->frame_at(view_.time);
  const bool between = view_.time > data_->times()[at] + 1e-9;  // two frames: the earlier one is shown
  if (worker_) worker_->send({WorkerCommandKind::pause});
  seek(data_->times()[between || at == 0 ? at : at - 1]);
}

void Session::reset() {
  // The worker restarts a live run; its news clears the frames.
  if (view_.mode == SessionMode::replay) {
    playback_->pause();
    playback_->seek(0.0);
  } else if (worker_) {
    looking_at_.reset();
    worker_->send({WorkerCommandKind::reset});
  }
}

void Session::run_again() {
  reset();
  if (view_.mode == SessionMode::replay) playback_->play();
  if (worker_) worker_->send({WorkerCommandKind::play});
}

void Session::replay() {
  if (!playback_) return;
  playback_->seek(0.0);
  playback_->play();
}

/// A live run that is over is played like a recording, in both directions, from the moment that is shown.
void Session::become_replay(RunState how) {
  constexpr double kFastest = kPlaySpeeds.back();  // what was simulated as fast as it went is watched at 1x
  view_.ended = how;
  playback_.emplace(live_->times().front(), live_->times().back());
  playback_->set_speed(view_.speed > kFastest ? 1.0 : view_.speed);
  playback_->seek(looking_at_.value_or(live_->times().back()));
  looking_at_.reset();
}

void Session::toggle_hand() {
  if (hand_.on()) return hand_.set_on(false);
  if (const std::string why = hand_.why_not(); !why.empty())
    return add_log(LogLevel::notice, "Driving by hand is not possible: " + why);
  looking_at_.reset();
  hand_.set_on(true);
}

void Session::hold_at(std::int64_t step) {
  if (worker_) worker_->send({WorkerCommandKind::hold, static_cast<double>(step)});
}

void Session::set_speed(double speed) {
  if (view_.mode == SessionMode::connected) return;  // its pace is that of the program that runs it
  view_.speed = std::clamp(speed, 0.01, 1000.0);
  if (playback_) playback_->set_speed(view_.speed);
  if (worker_) worker_->send({WorkerCommandKind::set_speed, view_.speed});
}

void Session::seek(double time) {
  if (playback_) {
    playback_->seek(time);
  } else if (live_ && live_->frame_count() > 0) {
    // Looking back pauses a live run; at its newest moment the view follows it again.
    if (view_.state == RunState::playing && worker_) worker_->send({WorkerCommandKind::pause});
    const double newest = live_->times().back();
    looking_at_ = std::clamp(time, 0.0, newest);
    if (*looking_at_ >= newest) looking_at_.reset();
  }
}

void Session::seek_event(int direction) {
  if (!data_) return;
  if (const auto time = neighbour_event(data_->events(), view_.time, direction)) seek(*time);
}

}  // namespace grouser::desktop
