// SPDX-License-Identifier: BSD-3-Clause
// The simulation continues from where it is if it lies between the keyframe and the wanted frame; else it
// starts from the keyframe. The state at the frame is compared with the recorded hash: a run that another
// version or processor recorded may differ, and is refused.
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
      job_([this](std::size_t frame, const Job::Asker& asker) { work(frame, asker); }, std::move(tell)) {}

/// Computes the ground of a frame. After a failure no answer comes any more.
void GroundBetween::work(std::size_t frame, const Job::Asker& asker) {
  if (failed_) return;
  try {
    if (auto found = answer(frame, asker)) asker.answer(*std::move(found));
  } catch (const std::exception& error) {
    failed_ = true;
    Answer none;
    none.failure = error.what();
    asker.answer(std::move(none));
  }
}

/// Moves the simulation to the last keyframe before the frame, unless it is between the two already.
void GroundBetween::go_to_keyframe_of(std::size_t frame) {
  if (!std::exchange(checked_level_, true)) check_recorded_level(run_);
  // Ground can be computed only from a recorded state.
  const auto keyframe = run_.keyframe_before(frame);
  if (!keyframe)
    throw InputError(run_.path().string(), "no keyframe before this moment", "one to compute from");
  // Steps that were computed already are used again.
  const auto here = simulation_ ? simulation_->step_count() : -1;
  const std::uint64_t from = steps_.at(run_.keyframe_frame(*keyframe));
  if (here >= static_cast<std::int64_t>(from) && here <= static_cast<std::int64_t>(steps_.at(frame))) return;
  simulation_.emplace(simulation_at_keyframe(run_, *keyframe, world_));
}

/// The ground of a frame; nothing where the thread is to end.
std::optional<GroundBetween::Answer> GroundBetween::answer(std::size_t frame, const Job::Asker& asker) {
  go_to_keyframe_of(frame);
  while (simulation_->step_count() < static_cast<std::int64_t>(steps_.at(frame))) {
    if (asker.has_left()) return std::nullopt;
    if (simulation_->step() != StepStatus::ok) throw RunError(simulation_->failure().message);
  }
  if (recorded_hash(simulation_->state(), run_) != hashes_.at(frame))
    throw RunError(
        "computed anew, the run comes to another state (another version or processor recorded it)");
  Answer found;
  found.frame = frame;
  found.ground = std::make_shared<GroundMemory>(std::as_const(*simulation_).ground());
  if (!world_->mesh.parts.empty())
    found.anchors = std::make_shared<AnchorMarks>(find_anchor_marks(*simulation_));
  return found;
}

}  // namespace grouser::desktop
