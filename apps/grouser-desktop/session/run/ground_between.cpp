// SPDX-License-Identifier: BSD-3-Clause
#include "session/run/ground_between.hpp"

#include <utility>

#include "grouser/base/error.hpp"
#include "grouser/simulation/run/resume.hpp"
#include "grouser/simulation/step/world.hpp"

namespace grouser::desktop {

GroundBetween::GroundBetween(const RunReader& run, std::shared_ptr<const World> world,
                             std::vector<std::uint64_t> steps, std::vector<std::uint64_t> hashes,
                             std::function<void()> tell)
    : run_(run),
      world_(std::move(world)),
      steps_(std::move(steps)),
      hashes_(std::move(hashes)),
      tell_(std::move(tell)),
      thread_([this] { this->run(); }) {}

GroundBetween::~GroundBetween() {
  stop_ = true;
  wake_.release();
  thread_.join();
}

void GroundBetween::ask(std::size_t frame) {
  wanted_ = static_cast<std::int64_t>(frame);
  wake_.release();
}

void GroundBetween::run() {
  for (;;) {
    wake_.acquire();
    if (stop_) return;
    const std::int64_t frame = wanted_.exchange(-1);
    if (frame < 0) continue;  // several questions at once: the newest is answered
    std::unique_ptr<Answer> found;
    try {
      found = answer(static_cast<std::size_t>(frame));
    } catch (const std::exception& error) {
      found = std::make_unique<Answer>();
      found->failure = error.what();
    }
    if (!found) return;
    const bool over = !found->failure.empty();
    answers_.put(std::move(found));
    if (tell_) tell_();
    if (over) return;
  }
}

/// To the last keyframe before the frame, unless the simulation stands between the two already.
void GroundBetween::go_to_keyframe_of(std::size_t frame) {
  if (!std::exchange(checked_level_, true)) check_recorded_level(run_);
  const auto keyframe = run_.keyframe_before(frame);
  if (!keyframe)
    throw InputError(run_.path().string(), "no keyframe before this moment", "one to compute from");
  const auto here = simulation_ ? simulation_->step_count() : -1;
  const std::uint64_t from = steps_.at(run_.keyframe_frame(*keyframe));
  if (here >= static_cast<std::int64_t>(from) && here <= static_cast<std::int64_t>(steps_.at(frame))) return;
  simulation_.emplace(simulation_at_keyframe(run_, *keyframe, world_));
}

/// Null where the thread is to end.
std::unique_ptr<GroundBetween::Answer> GroundBetween::answer(std::size_t frame) {
  go_to_keyframe_of(frame);
  while (simulation_->step_count() < static_cast<std::int64_t>(steps_.at(frame))) {
    if (stop_) return nullptr;
    if (simulation_->step() != StepStatus::ok) throw RunError(simulation_->failure().message);
  }
  if (recorded_hash(simulation_->state(), run_) != hashes_.at(frame))
    throw RunError(
        "computed anew, the run comes to another state (another version or processor recorded it)");
  auto found = std::make_unique<Answer>();
  found->frame = frame;
  found->ground = std::make_shared<GroundMemory>(std::as_const(*simulation_).ground());
  if (!world_->mesh.parts.empty())
    found->anchors = std::make_shared<AnchorMarks>(find_anchor_marks(*simulation_));
  return found;
}

}  // namespace grouser::desktop
