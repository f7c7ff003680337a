// SPDX-License-Identifier: BSD-3-Clause
// The ground of a replay between its keyframes: the run is computed anew from the keyframe before a frame, in
// a thread of its own, and every answer is checked against the hash that was recorded with the frame.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "grouser/recording/run_file/run_reader.hpp"
#include "grouser/simulation/observe/anchor_marks.hpp"
#include "grouser/simulation/step/simulation.hpp"
#include "session/jobs/latest_job.hpp"

namespace grouser::desktop {

class GroundBetween {
 public:
  struct Answer {
    std::size_t frame = 0;
    std::shared_ptr<const GroundMemory> ground;
    std::shared_ptr<const AnchorMarks> anchors;  ///< of meshes, if there are any
    std::string failure;                         ///< why there is no ground, and will be none
  };

  /// `run` outlives this; `world`: built from it. `steps`, `hashes`: of its frames. `tell` is called by the
  /// thread when there is an answer.
  GroundBetween(const RunReader& run, std::shared_ptr<const World> world, std::vector<std::uint64_t> steps,
                std::vector<std::uint64_t> hashes, std::function<void()> tell);

  /// Asks for the ground of a frame; of several questions only the newest is answered.
  void ask(std::size_t frame) { job_.ask(frame); }
  /// The newest answer, once, or nothing.
  std::shared_ptr<const Answer> take() { return job_.take(); }

 private:
  using Job = LatestJob<std::size_t, Answer>;
  void work(std::size_t frame, const Job::Asker& asker);
  std::optional<Answer> answer(std::size_t frame, const Job::Asker& asker);
  void go_to_keyframe_of(std::size_t frame);

  const RunReader& run_;
  std::shared_ptr<const World> world_;
  std::vector<std::uint64_t> steps_, hashes_;
  // Only the thread uses the members below.
  bool checked_level_ = false, failed_ = false;
  std::optional<Simulation> simulation_;
  Job job_;  // last: its thread ends first
};

}  // namespace grouser::desktop
