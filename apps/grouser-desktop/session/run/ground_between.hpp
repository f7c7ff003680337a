// SPDX-License-Identifier: BSD-3-Clause
// The ground of a replay between its keyframes: the run is computed anew from the keyframe before a frame, in a
// thread of its own, and every answer is checked against the hash that was recorded with the frame.
#pragma once
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "common/mailbox.hpp"
#include "grouser/recording/run_file/run_reader.hpp"
#include "grouser/simulation/observe/anchor_marks.hpp"
#include "grouser/simulation/step/simulation.hpp"
#include "session/run/wake_signal.hpp"

namespace grouser::desktop {

class GroundBetween {
 public:
  struct Answer {
    std::size_t frame = 0;
    std::shared_ptr<const GroundMemory> ground;
    std::shared_ptr<const AnchorMarks> anchors;  ///< of meshes, if there are any
    std::string failure;                         ///< why there is no ground, and will be none
  };

  /// `run` outlives this; `world`: built from it. `steps`, `hashes`: of its frames. `tell` is called by the thread
  /// when there is an answer.
  GroundBetween(const RunReader& run, std::shared_ptr<const World> world, std::vector<std::uint64_t> steps,
                std::vector<std::uint64_t> hashes, std::function<void()> tell);
  /// Ends the thread, within one step.
  ~GroundBetween();
  GroundBetween(const GroundBetween&) = delete;
  GroundBetween& operator=(const GroundBetween&) = delete;

  /// The newest question counts.
  void ask(std::size_t frame);
  /// The newest answer, once, or nothing.
  std::unique_ptr<Answer> take() { return answers_.take(); }

 private:
  void run();
  std::unique_ptr<Answer> answer(std::size_t frame);
  void go_to_keyframe_of(std::size_t frame);

  const RunReader& run_;
  std::shared_ptr<const World> world_;
  std::vector<std::uint64_t> steps_, hashes_;
  std::function<void()> tell_;
  Mailbox<Answer> answers_;
  std::atomic<std::int64_t> wanted_{-1};  // frame, -1 none
  std::atomic<bool> stop_{false};
  WakeSignal wake_;
  // Only the thread touches these.
  bool checked_level_ = false;
  std::optional<Simulation> simulation_;
  std::thread thread_;  // last: starts when all else is ready
};

}  // namespace grouser::desktop
