#include "session/simulation_worker.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include "grouser/simulation/world.hpp"

namespace grouser::desktop {
namespace {

constexpr double kMostFrames = 20000.0;     // kept of one run; a longer one keeps every k-th step
constexpr double kSlice = 0.012;            // s of stepping between two looks at the commands
constexpr double kPublishInterval = 0.012;  // s

}  // namespace

SimulationWorker::SimulationWorker(std::shared_ptr<const World> world, std::function<double()> now)
    : now_(std::move(now)), simulation_(std::move(world)), control_(simulation_.scene().step) {
  const Scene& scene = simulation_.scene();
  record_every_ =
      std::max<std::int64_t>(1, std::llround(std::ceil(scene.duration / scene.step / kMostFrames)));
  record();
  publish(now_());
  thread_ = std::thread([this] { run(); });
}

SimulationWorker::~SimulationWorker() {
  stop_ = true;
  wake_.release();
  thread_.join();
}

void SimulationWorker::send(WorkerCommand command) {
  commands_.push(command);
  wake_.release();
}

void SimulationWorker::run() {
  double published = now_();
  while (!stop_) {
    bool news = false;
    while (const auto command = commands_.pop()) {
      obey(*command, now_());
      news = true;
    }
    const std::int64_t before = simulation_.step_count();
    step_until_due();
    news = news || simulation_.step_count() != before;
    const double now = now_();
    if (news || now - published > 0.25) {
      if (now - published < kPublishInterval && control_.state() == RunState::playing) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        if (control_.steps_due(now_()) > 0 && now_() - published < kPublishInterval) continue;
      }
      publish(now_());
      published = now_();
    }
    const auto nap =
        control_.state() == RunState::playing ? std::chrono::milliseconds(2) : std::chrono::milliseconds(60);
    if (control_.steps_due(now_()) == 0) (void)wake_.try_acquire_for(nap);
  }
}

void SimulationWorker::obey(WorkerCommand command, double now) {
  switch (command.kind) {
    case WorkerCommandKind::play:
      control_.play(now);
      break;
    case WorkerCommandKind::pause:
      control_.pause();
      break;
    case WorkerCommandKind::single_step:
      control_.single_step();
      break;
    case WorkerCommandKind::set_speed:
      control_.set_speed(command.value, now);
      break;
    case WorkerCommandKind::reset:
      simulation_.reset();
      control_.reset();
      fresh_.clear();
      restarted_ = true;
      ground_hash_ = 0;
      last_recorded_ = -1;
      failure_.clear();
      record();
      break;
  }
}

void SimulationWorker::step_until_due() {
  const double start = now_();
  const std::int64_t due = control_.steps_due(start);
  for (std::int64_t k = 0; k < due && !stop_; ++k) {
    if (simulation_.finished()) {
      control_.finish();
      break;
    }
    const StepStatus status = simulation_.step();
    control_.stepped(1, now_());
    if (status != StepStatus::ok) {
      control_.fail();
      failure_ = simulation_.failure().message;
      record();
      break;
    }
    if (simulation_.step_count() % record_every_ == 0) record();
    if (now_() - start > kSlice) break;
  }
  if (control_.state() == RunState::playing && simulation_.finished()) control_.finish();
  if (control_.state() != RunState::playing && due > 0) record();
}

void SimulationWorker::record() {
  if (simulation_.step_count() == last_recorded_) return;
  last_recorded_ = simulation_.step_count();
  auto frame = std::make_shared<Frame>();
  simulation_.fill_frame(*frame);
  fresh_.push_back(std::move(frame));
}

void SimulationWorker::publish(double now) {
  auto snapshot = std::make_unique<Snapshot>();
  // What the window has not fetched yet goes before what is new.
  if (auto missed = mailbox_.take()) {
    if (!restarted_) {
      snapshot->restarted = missed->restarted;
      snapshot->frames = std::move(missed->frames);
      snapshot->ground = std::move(missed->ground);
    }
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
  snapshot->state = control_.state();
  snapshot->measured_speed = control_.measured_speed(now);
  snapshot->failure = failure_;
  mailbox_.put(std::move(snapshot));
}

}  // namespace grouser::desktop
