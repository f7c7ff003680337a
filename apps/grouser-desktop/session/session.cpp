// SPDX-License-Identifier: BSD-3-Clause
// The session's state machine: what is loaded beside the window replaces what is shown in one step
// (show()); each update() then takes news of worker, link and loader and forms the view of that moment.
#include "session/session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>

#include "grouser/base/error.hpp"
#include "grouser/simulation/build/scenario.hpp"
#include "grouser/simulation/step/world.hpp"
#include "session/run/replay_data.hpp"
#include "session/run/simulation_worker.hpp"
#include "session/run/spare_memory.hpp"

namespace grouser::desktop {
namespace {

/// The settings in addition to the file, for a title.
std::string settings_text(const std::vector<Override>& overrides) {
  constexpr std::size_t kReadable = 50;
  if (overrides.empty()) return "";
  const std::string first = overrides[0].key + " = " + overrides[0].value;
  if (overrides.size() == 1 && first.size() <= kReadable) return "  " + first;
  return fmt::format("  {} setting{}", overrides.size(), overrides.size() == 1 ? "" : "s");
}

constexpr std::size_t kMostLogLines = 1000;
// Times after which plots and pictures have released a run that was left; on a busy machine, by the second
// one.
constexpr double kTidyAfter = 0.5, kTidyAgain = 2.5;  // s

bool is_known_kind(const std::string& path) {
  const std::string extension = std::filesystem::path(path).extension().string();
  return extension == ".toml" || extension.empty();
}

/// Mean length of the steps between a frame and the one before, s; 0 where there is none.
double step_length(const RunData& data, std::size_t index) {
  if (index >= data.frame_count()) return 0.0;
  const auto steps = static_cast<double>(data.step_number(index) - data.step_number(index - 1));
  return steps > 0.0 ? (data.times()[index] - data.times()[index - 1]) / steps : 0.0;
}

void remove_quietly(const std::string& path) {
  std::error_code ignored;
  if (!path.empty()) std::filesystem::remove(path, ignored);
}

/// "14:05:09", local time.
std::string time_of_day() {
  const std::time_t now = std::time(nullptr);
  std::tm local{};
  localtime_r(&now, &local);
  return fmt::format("{:02}:{:02}:{:02}", local.tm_hour, local.tm_min, local.tm_sec);
}

std::string duration_text(double seconds) { return fmt::format("{:.4g} s", seconds); }

}  // namespace

struct Session::Loaded {
  std::string path;
  std::vector<Override> overrides;
  std::shared_ptr<const World> world;        // of a scenario
  std::unique_ptr<SimulationWorker> worker;  // of a scenario that is to run: at its start, settled, paused
  std::unique_ptr<ReplayData> replay;        // of a run file
  FramesChecked checked = FramesChecked::first;
};

Session::Session(std::function<double()> now, std::function<void()> tell)
    : now_(std::move(now)), tell_(std::move(tell)), last_update_(now_()) {}
Session::~Session() {
  const std::string kept = worker_ ? worker_->keep() : "";
  worker_.reset();
  remove_quietly(kept);
}

void Session::add_log(LogLevel level, const std::string& text) {
  if (log_.size() >= kMostLogLines) log_.erase(log_.begin());
  log_.push_back({level, text, time_of_day()});
}

std::unique_ptr<Session::Loaded> Session::load(const std::string& path,
                                               const std::vector<Override>& overrides,
                                               FramesChecked checked) {
  auto loaded = std::make_unique<Loaded>();
  loaded->path = path;
  loaded->overrides = overrides;
  loaded->checked = checked;
  // A file that is called a run file and is none is also read here: its reader says what is wrong with it.
  if (looks_like_hdf5(path) || std::filesystem::path(path).extension() == ".h5") {
    loaded->replay = std::make_unique<ReplayData>(path, checked);
  } else if (is_known_kind(path)) {
    loaded->world = load_world(path, overrides);
  } else {
    throw InputError(path, "a file of another kind",
                     "a scenario (.toml), a run file (.h5), a height map (.tif) or a terrain recipe (.toml)");
  }
  return loaded;
}

void Session::open(const std::string& path, const std::vector<Override>& overrides, double at) {
  if (loading_.running()) return;  // one at a time
  opening_at_ = at;
  rebuilding_ = false;
  load_beside(path, overrides);
}

void Session::rebuild(const std::vector<Override>& overrides) {
  if (loading_.running() || !world_) return;
  opening_at_ = 0.0;
  rebuilding_ = true;
  load_beside(path_, overrides);
}

/// Loads a file in a thread, with the settling at the start, which can take a second.
void Session::load_beside(const std::string& path, const std::vector<Override>& overrides,
                          std::optional<std::size_t> frames) {
  loading_path_ = path;
  loading_.start("Opening " + path, [path, overrides, frames, now = now_, tell = tell_,
                                     keep = next_kept_path()](const Job::GoOn&) {
    std::unique_ptr<Loaded> loaded = load(path, overrides, FramesChecked::meanwhile);
    if (loaded->replay && frames) loaded->replay->cut(*frames);
    if (loaded->world) loaded->worker = std::make_unique<SimulationWorker>(loaded->world, now, tell, keep);
    return loaded;
  });
}

void Session::give_up_loading() {
  if (!loading_.running()) return;
  loading_.cancel();
  given_up_.push_back(std::exchange(loading_, {}));
  if (rebuilding_) rebuilt_ = "given up";
  add_log(LogLevel::notice, "Gave up opening " + loading_path_);
}

void Session::reload() {
  if (!path_.empty()) open(path_, overrides_);
}

/// Ends the worker; its recording is closed before anything else is shown.
void Session::end_worker() {
  const std::string kept = worker_ ? worker_->keep() : "";
  worker_.reset();
  remove_quietly(kept);
  kept_path_.clear();
  if (view_.recording_path.empty()) return;
  add_log(LogLevel::done, "Recorded " + view_.recording_path + " up to where the run was left");
  recorded_.push_back(view_.recording_path);
}

void Session::show_run(Loaded& loaded) {
  if (loaded.replay) {
    playback_.emplace(loaded.replay->times().front(), loaded.replay->times().back());
    view_.adaptive = loaded.replay->adaptive();
    loaded.replay->compute_ground(tell_);
    loaded.replay->read_ahead();
    if (loaded.checked == FramesChecked::meanwhile) loaded.replay->check_frames(tell_);
    data_ = std::move(loaded.replay);
    view_.mode = SessionMode::replay;
    add_log(LogLevel::info, fmt::format("Opened run {}: {} frames, {}", path_, data_->frame_count(),
                                        duration_text(data_->times().back())));
  } else {
    auto scene = std::shared_ptr<const Scene>(loaded.world, &loaded.world->scene);
    auto live = std::make_unique<LiveData>(scene, route_of(*loaded.world));
    live_ = live.get();
    data_ = std::move(live);
    view_.mode = SessionMode::live;
    view_.adaptive = loaded.world->settings.adaptive.has_value();
    const std::string step =
        view_.adaptive ? "adaptive steps" : fmt::format("step {:.3g} ms", 1e3 * scene->step);
    if (!rebuilding_)
      add_log(LogLevel::info,
              fmt::format("Opened scenario {}: {}, {}", path_, duration_text(scene->duration), step));
  }
}

void Session::tidy_soon() {
  tidy_at_ = now_() + kTidyAfter;
  tidied_ = false;
}

void Session::show(Loaded& loaded) {
  end_worker();
  link_.reset();
  playback_.reset();
  looking_at_.reset();
  live_ = nullptr;
  worker_state_ = RunState::paused;
  view_ = {};
  if (other_) {
    view_.other = other_.get();
    view_.other_name = std::filesystem::path(other_path_).filename().string();
  }
  path_ = loaded.path;
  overrides_ = loaded.overrides;
  world_ = loaded.world;
  show_run(loaded);
  tidy_soon();
  view_.scene = data_->scene();
  view_.data = data_.get();
  view_.name = std::filesystem::path(path_).filename().string();
  view_.name += settings_text(overrides_);
  for (const std::string& note : rebuilding_ ? std::vector<std::string>{} : view_.scene->notes)
    add_log(note == kInterruptedNote ? LogLevel::notice : LogLevel::warning, note);
  hand_.open(loaded.world);
  worker_ = std::move(loaded.worker);
  if (worker_ && spoil_at_) worker_->send({WorkerCommandKind::spoil, *spoil_at_});
}

void Session::start_recording(const std::string& path) {
  if (!worker_) return;
  looking_at_.reset();
  worker_->send({WorkerCommandKind::record, 0.0, path});
}

void Session::stop_recording() {
  if (worker_) worker_->send({WorkerCommandKind::stop_recording});
}

void Session::open_at(const std::string& path, double time) {
  const std::unique_ptr<Loaded> loaded = load(path, {}, FramesChecked::first);
  ReplayData* replay = loaded->replay.get();
  show(*loaded);
  worker_.reset();
  if (playback_) {
    playback_->seek(time);
    replay->await_ground(playback_->time());
  } else {
    simulate_to(time);
  }
  refresh_view();
  tell_end(time);
}

Opened Session::finish_loading() {
  std::erase_if(given_up_, [](const auto& task) { return task.over(); });
  view_.loading = loading_.running();
  view_.loading_name = loading_path_;
  const double speed = view_.speed;
  try {
    const auto loaded = loading_.take();
    if (!loaded) return Opened::nothing;
    view_.loading = false;
    show(**loaded);
    if (opening_at_ > 0.0) start_at(opening_at_);
    if (!rebuilding_) return Opened::another;
    set_speed(speed);
    rebuilt_ = "";
    return Opened::rebuilt;
  } catch (const std::exception& error) {
    view_.loading = false;
    if (rebuilding_)
      rebuilt_ = error.what();
    else
      add_log(LogLevel::error, *(load_failure_ = error.what()));
  }
  return Opened::nothing;
}

/// Opens a recording that turns out to be damaged again, up to the damage. One that is damaged from its
/// first frame on stays as it is.
void Session::heed_damage() {
  if (!data_ || loading_.running()) return;
  const std::unique_ptr<RunDamage> damage = data_->take_damage();
  if (!damage) return;
  const bool cut = damage->frame > 0;
  add_log(LogLevel::error,
          path_ + ": " + damage->text +
              (cut ? ". What is before is shown; `grouser repair` makes a clean copy of it." : ""));
  if (!cut) return;
  opening_at_ = 0.0;
  rebuilding_ = false;
  load_beside(path_, overrides_, damage->frame);
}

void Session::fetch_news() {
  if (!worker_ || !live_) return;
  auto news = worker_->take();
  if (!news) return;
  if (news->restarted) {
    live_->clear();
    tidy_soon();
    playback_.reset();
    view_.ended.reset();
    view_.loop_begin.reset();
    view_.loop_end.reset();
    view_.backward = false;
    view_.recorded_path.clear();
    hand_.say_again();
  }
  for (auto& frame : news->frames) live_->append(std::move(frame));
  if (news->ground && live_->frame_count() > 0)
    live_->append_ground(live_->times().back(), std::move(news->ground));
  if (news->anchors) live_->set_anchors(std::move(news->anchors));
  live_->add_events(news->events);
  live_->set_metrics(std::move(news->metrics));
  tell(*news);
  view_.state = worker_state_ = news->state;
  view_.measured_speed = news->measured_speed;
  view_.recording_path = news->recording_path;
  kept_path_ = news->kept_path;
  if (!playback_ && (news->state == RunState::finished || news->state == RunState::failed))
    become_replay(news->state);
  hand_.note(news->hand);
}

void Session::tell(const Snapshot& news) {
  if (news.state != worker_state_) {
    if (news.state == RunState::finished) add_log(LogLevel::info, "The run has reached its end.");
    if (news.state == RunState::failed) add_log(LogLevel::error, "The run stopped: " + news.failure);
  }
  for (const std::string& refusal : news.refusals) add_log(LogLevel::error, refusal);
  for (const RecordingNews& line : news.recording_news) {
    const bool done = !line.finished_file.empty();
    add_log(line.is_error ? LogLevel::error : done ? LogLevel::done : LogLevel::info, line.text);
    if (line.finished_file.empty()) continue;
    recorded_.push_back(line.finished_file);
    if (line.to_its_end) view_.recorded_path = line.finished_file;
  }
}

void Session::pass_on_hand() {
  const std::optional<HandCommand> command = worker_ ? hand_.unsaid() : std::nullopt;
  if (command && worker_->send({.kind = WorkerCommandKind::drive, .hand = *command})) hand_.said();
  view_.hand = hand_.view();
  view_.hand.over = view_.ended.has_value();
}

void Session::paint(const SoilMapOperation& operation) {
  if (!worker_) return;
  if (!worker_->send({.kind = WorkerCommandKind::paint, .soil = operation}))
    add_log(LogLevel::error, "The simulation is too far behind to take this stroke; paint it again.");
}

void Session::take_back_stroke() {
  if (worker_) worker_->send({.kind = WorkerCommandKind::take_back});
}

void Session::refresh_view() {
  if (!data_ || data_->frame_count() == 0) return;
  // The play head of a recording or of a run that is over; else the newest moment, or one looked back at.
  if (playback_) {
    view_.time = playback_->time();
    view_.newest = view_.duration = data_->times().back();
    view_.state = playback_->playing() ? RunState::playing : RunState::paused;
    if (view_.ended) {
      view_.duration = view_.scene->duration;
      if (playback_->at_end() && !playback_->playing()) view_.state = *view_.ended;
    }
    view_.speed = playback_->speed();
    view_.backward = playback_->backward();
    const double pace = view_.backward ? -playback_->speed() : playback_->speed();
    view_.measured_speed = playback_->playing() ? pace : 0.0;
    view_.loop_begin = playback_->loop_begin();
    view_.loop_end = playback_->loop_end();
  } else {
    if (view_.mode == SessionMode::connected) refresh_link();
    view_.newest = data_->times().back();
    view_.duration = view_.scene->duration;
    view_.looking_back = looking_at_.has_value();
    view_.time = looking_at_ ? *looking_at_ : view_.newest;
  }
  // The best file that holds the run, then the frame and the ground of the shown moment.
  view_.run_file = view_.mode == SessionMode::replay ? path_
                   : !view_.recorded_path.empty()    ? view_.recorded_path
                   : !view_.recording_path.empty()   ? view_.recording_path
                                                     : kept_path_;
  const std::size_t at = data_->frame_at(view_.time);
  view_.frame = data_->frame(at);
  view_.step = step_length(*data_, std::max<std::size_t>(at, 1));
  view_.ground = data_->ground(view_.time);
  view_.anchors = data_->anchors(at);
  if (const std::string news = data_->take_ground_news(); !news.empty()) add_log(LogLevel::notice, news);
  if (other_) view_.other_frame = other_->frame(other_->frame_at(view_.time));
}

Opened Session::update() {
  const double now = now_();
  const Opened loaded = finish_loading();
  const Opened opened = fetch_link_news() ? Opened::another : loaded;
  finish_loading_other();
  heed_damage();
  fetch_news();
  if (playback_) playback_->advance(std::clamp(now - last_update_, 0.0, 0.25));
  last_update_ = now;
  if (now >= tidy_at_) {
    give_spare_memory_back();
    tidy_at_ = std::exchange(tidied_, !tidied_) ? INFINITY : now + kTidyAgain;
  }
  pass_on_hand();
  refresh_view();
  return opened;
}

}  // namespace grouser::desktop
