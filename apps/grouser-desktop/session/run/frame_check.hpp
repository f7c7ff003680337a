// SPDX-License-Identifier: BSD-3-Clause
// A replay is shown at once, and checked meanwhile: whether every frame is what was recorded.
#pragma once
#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <thread>

#include "common/mailbox.hpp"
#include "grouser/recording/run_file/run_reader.hpp"
#include "session/run/read_ahead.hpp"
#include "session/run/run_data.hpp"

namespace grouser::desktop {

class FrameCheck {
 public:
  /// Checks the frames of `reader`, which outlives this, in a thread of its own; `tell` is called by it if there is damage.
  /// ahead: begins when that is done, outlives this too; null: at once.
  FrameCheck(const RunReader& reader, std::function<void()> tell, const ReadAhead* ahead = nullptr);
  /// Ends the thread, within one piece.
  ~FrameCheck();
  FrameCheck(const FrameCheck&) = delete;
  FrameCheck& operator=(const FrameCheck&) = delete;

  /// What was found, once, or nothing.
  std::unique_ptr<RunDamage> take() { return found_.take(); }
  /// Whether all frames were looked at.
  bool done() const { return done_.load(std::memory_order_acquire); }

 private:
  void run();
  std::optional<RunDamage> look();

  const RunReader& reader_;
  std::function<void()> tell_;
  const ReadAhead* ahead_;
  Mailbox<RunDamage> found_;
  std::atomic<bool> stop_{false}, done_{false};
  std::thread thread_;  // last: starts when all else is ready
};

}  // namespace grouser::desktop
