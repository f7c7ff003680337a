// SPDX-License-Identifier: BSD-3-Clause
// The loop of the worker's thread: obey commands, step as far as the pace allows (StepControl), publish a
// snapshot, then wait until a step is due or a command comes. Frames that the window has not fetched are
// passed on in the next snapshot, so that none is lost.
#include "session/run/simulation_worker.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "grouser/base/error.hpp"
#include "grouser/simulation/build/start.hpp"
#include "grouser/simulation/step/state.hpp"
#include "grouser/simulation/step/world.hpp"

namespace grouser::desktop {
namespace {

constexpr double kSlice = 0.012;            // s of stepping between two looks at the commands
constexpr double kPublishInterval = 0.012;  // s
// Ends of a wait, s. Within the shortest one steps of a few milliseconds come together, which no picture
// shows; the longest one is shorter than the time between two heartbeats.
constexpr double kShortestNap = 0.004, kLongestNap = 0.1;

}  // namespace

SimulationWorker::SimulationWorker(std::shared_ptr<const World> world, std::function<double()> now,
                                   std::function<void()> tell, std::string keep)
    : now_(std::move(now)),
      tell_(std::move(tell)),
      simulation_(start_simulation(std::move(world))),
      frame_writer_(simulation_.world()),
      kept_steps_(simulation_.scene().duration),
      keep_(std::move(keep)) {
  watch_ = std::make_unique<EventWatch>(simulation_);
  tracker_ = std::make_unique<MetricsTracker>(simulation_);
  record();
  publish(now_());
  thread_ = std::thread([this] { run(); });
}

SimulationWorker::~SimulationWorker() {
  stop_ = true;
  wake_.release();
  thread_.join();
  stop_recording();
  kept_.drop();
}

bool SimulationWorker::send(WorkerCommand command) {
  const bool queued = commands_.push(command);
  wake_.release();
  return queued;
}

void SimulationWorker::run() {
  double published = now_();
  while (!stop_) {
    bool news = false;
    // Commands first: each may change what is due.
    while (const auto command = commands_.pop()) {
      obey(*command, now_());
      news = true;
    }
    // Steps that are due, and files that must reach the disk.
    const std::int64_t before = simulation_.step_count();
    const RunState state_before = control_.state();
    step_until_due();
    news = news || simulation_.step_count() != before || control_.state() != state_before;
    const double now = now_();
    recording_.flush_if_due(now);
    kept_.flush_if_due(now);
    const bool playing = control_.state() == RunState::playing;  // else nothing changes but by a command
    // A snapshot at most every kPublishInterval while it plays; a heartbeat keeps the measured speed up to
    // date.
    if (news || (playing && now - published > 0.25)) {
      if (now - published < kPublishInterval && playing) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        if (step_due() && now_() - published < kPublishInterval) continue;
      }
      publish(now_());
      published = now_();
    }
    if (!step_due()) nap();
  }
}

/// Waits for the next step or command; a paused run without a file waits for a command alone.
void SimulationWorker::nap() {
  if (held()) {
    wake_.acquire_for(kLongestNap);
  } else if (control_.state() == RunState::playing) {
    const double due = control_.due_in(now_());
    wake_.acquire_for(std::clamp(due, kShortestNap, kLongestNap));
  } else if (recording_.active() || kept_.active()) {
    wake_.acquire_for(0.25);  // written data have to reach the disk
  } else {
    wake_.acquire();
  }
}

void SimulationWorker::obey(WorkerCommand command, double now) {
  switch (command.kind) {
    case WorkerCommandKind::play:
      control_.play(now);
      break;
    case WorkerCommandKind::pause:
      control_.pause();
      record();
      break;
    case WorkerCommandKind::single_step:
      control_.single_step();
      break;
    case WorkerCommandKind::set_speed:
      control_.set_speed(command.value, now);
      break;
    case WorkerCommandKind::hold:
      hold_at_ = static_cast<std::int64_t>(command.value);
      break;
    case WorkerCommandKind::reset:
      stop_recording();
      reset();
      break;
    case WorkerCommandKind::record:
      start_recording(command.text);
      break;
    case WorkerCommandKind::stop_recording:
      stop_recording();
      break;
    case WorkerCommandKind::drive:
      simulation_.command(command.hand);
      break;
    case WorkerCommandKind::spoil:
      spoil_at_ = command.value;
      break;
    case WorkerCommandKind::paint:
      strokes_.push_back(std::move(command.soil));
      break;
    case WorkerCommandKind::take_back:
      if (!strokes_.empty()) strokes_.pop_back();
      break;
  }
}

/// Everything that belongs to the run begins anew; the file that is kept of it is dropped.
void SimulationWorker::reset() {
  kept_.drop();
  kept_whole_ = false;
  simulation_.reset();
  strokes_.clear();
  control_.reset();
  fresh_.clear();
  restarted_ = true;
  ground_hash_ = 0;
  last_recorded_ = -1;
  kept_steps_ = KeptSteps(simulation_.scene().duration);
  failure_.clear();
  broke_at_.reset();
  watch_ = std::make_unique<EventWatch>(simulation_);
  tracker_ = std::make_unique<MetricsTracker>(simulation_);
  events_published_ = 0;
  record();
}

/// The file holds the whole run: one that has begun starts again.
void SimulationWorker::start_recording(const std::string& path) {
  stop_recording();
  const bool playing = control_.state() == RunState::playing;
  if (simulation_.step_count() > 0) reset();
  recording_.start(path, simulation_, now_());
  if (playing) control_.play(now_());
}

/// The summary of the run as far as it has come; a run that is neither over nor broken counts as
/// interrupted.
RunSummary SimulationWorker::summary_now() {
  const RunStatus status = control_.state() == RunState::failed ? RunStatus::failed
                           : simulation_.finished()             ? RunStatus::completed
                                                                : RunStatus::interrupted;
  return summarise(simulation_, *tracker_, status, failure_);
}

void SimulationWorker::stop_recording() {
  if (recording_.active()) recording_.stop(summary_now(), now_());
}

/// Closes the kept file, which holds the whole run from here on.
void SimulationWorker::stop_keeping() {
  if (!kept_.active()) return;
  kept_.stop(summary_now(), now_());
  kept_whole_ = true;
}

bool SimulationWorker::step_due() { return !held() && control_.step_due(now_(), next_step(simulation_)); }

/// It plays and has come to the step beyond which it takes none.
bool SimulationWorker::held() const {
  return hold_at_ > 0 && control_.state() == RunState::playing && simulation_.step_count() >= hold_at_;
}

/// Hands the strokes that wait to the simulation; until a step is made they can be taken back.
void SimulationWorker::lay_strokes() {
  if (strokes_.empty()) return;  // an empty queue made anew takes memory, at each step
  for (SoilMapOperation& stroke : std::exchange(strokes_, {})) {
    try {
      simulation_.paint(std::move(stroke));
    } catch (const InputError& error) {  // one stroke too many for a run
      refusals_.emplace_back(error.what());
    }
  }
}

/// Takes a step and returns the time after it, s: reading the clock costs as much as a hundredth of a step,
/// so it is read once a step.
double SimulationWorker::take_step() {
  // The kept file begins with the first step, unless the run is recorded anyway.
  if (!keep_.empty() && simulation_.step_count() == 0 && !recording_.active() && !kept_.active())
    kept_.start(keep_, simulation_, now_());
  lay_strokes();
  const double before = simulation_.time();
  // A failure that a test has ordered.
  if (spoil_at_ && before >= *spoil_at_) {
    simulation_.spoil_next_step(simulation_.world().chassis);
    spoil_at_.reset();
  }
  const StepStatus status = simulation_.step();
  const double now = now_();
  control_.stepped(simulation_.time() - before, now);
  // A step that fails ends the run; its time becomes an event.
  if (status != StepStatus::ok) {
    control_.fail();
    failure_ = simulation_.failure().message;
    broke_at_ = simulation_.time();
    return now;
  }
  // Events, metrics and files see every step; frames are kept at intervals.
  watch_->observe(simulation_);
  tracker_->observe(simulation_);
  recording_.after_step();
  kept_.after_step();
  if (simulation_.finished()) control_.finish();
  if (kept_steps_.due(simulation_.time())) record();
  return now;
}

/// Takes the steps that are due, for at most kSlice, then records the frame at which the run rests.
void SimulationWorker::step_until_due() {
  if (simulation_.finished() && control_.state() != RunState::failed) control_.finish();
  const double start = now_();
  double now = start;
  bool stepped = false;
  while (!stop_ && !held() && control_.step_due(now, next_step(simulation_)) &&
         (!stepped || now - start < kSlice)) {
    now = take_step();
    stepped = true;
  }
  if (stepped && (control_.state() != RunState::playing || held())) record();
  if (control_.state() == RunState::finished || control_.state() == RunState::failed) {
    stop_recording();
    stop_keeping();
  }
}

/// Keeps the present state as a frame, once per step.
void SimulationWorker::record() {
  if (simulation_.step_count() == last_recorded_) return;
  last_recorded_ = simulation_.step_count();
  kept_steps_.kept(simulation_.time());
  auto frame = std::make_shared<Frame>();
  frame_writer_.fill(simulation_, *frame);
  fresh_.push_back(std::move(frame));
  if (!simulation_.world().mesh.parts.empty())
    anchors_ = std::make_shared<AnchorMarks>(find_anchor_marks(simulation_));
}

/// Puts a snapshot into the mailbox: all news since the last one that was fetched.
void SimulationWorker::publish(double now) {
  auto snapshot = std::make_unique<Snapshot>();
  // News that the window has not fetched yet comes before new ones.
  if (auto missed = mailbox_.take()) {
    if (!restarted_) {
      snapshot->restarted = missed->restarted;
      snapshot->frames = std::move(missed->frames);
      snapshot->ground = std::move(missed->ground);
      snapshot->anchors = std::move(missed->anchors);
      snapshot->events = std::move(missed->events);
    }
    snapshot->recording_news = std::move(missed->recording_news);
    snapshot->refusals = std::move(missed->refusals);
  }
  snapshot->restarted = snapshot->restarted || restarted_;
  restarted_ = false;
  snapshot->frames.insert(snapshot->frames.end(), fresh_.begin(), fresh_.end());
  fresh_.clear();
  const GroundMemory& ground = std::as_const(simulation_).ground();
  if (ground.hash() != ground_hash_) {
    ground_hash_ = ground.hash();
    snapshot->ground = std::make_shared<GroundMemory>(ground);  // shares its tiles, copied when next written
  }
  if (anchors_) snapshot->anchors = std::exchange(anchors_, nullptr);
  // The state of the run, and news of its files.
  snapshot->state = control_.state();
  snapshot->measured_speed = control_.measured_speed(now);
  snapshot->failure = failure_;
  snapshot->recording_path = recording_.active() ? recording_.path() : std::string();
  for (std::string& refusal : std::exchange(refusals_, {})) snapshot->refusals.push_back(std::move(refusal));
  for (RecordingNews& line : recording_.take_news()) snapshot->recording_news.push_back(std::move(line));
  // Nobody has asked for the kept file, so only its errors are reported.
  for (RecordingNews& line : kept_.take_news()) {
    if (!line.is_error) continue;
    kept_whole_ = false;
    snapshot->recording_news.push_back(std::move(line));
  }
  if (kept_.active() || kept_whole_) snapshot->kept_path = keep_;
  // Events since the last snapshot, and the failure as one of them.
  const auto& events = watch_->events();
  snapshot->events.insert(snapshot->events.end(), events.begin() + static_cast<long>(events_published_),
                          events.end());
  events_published_ = events.size();
  if (broke_at_) snapshot->events.push_back({*std::exchange(broke_at_, std::nullopt), "failure", failure_});
  snapshot->metrics = tracker_->metrics(simulation_);
  snapshot->hand = simulation_.state().hand.state;
  mailbox_.put(std::move(snapshot));
  if (tell_) tell_();
}

}  // namespace grouser::desktop
