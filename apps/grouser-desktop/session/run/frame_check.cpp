// SPDX-License-Identifier: BSD-3-Clause
#include "session/run/frame_check.hpp"

#include <chrono>
#include <exception>
#include <utility>

namespace grouser::desktop {

FrameCheck::FrameCheck(const RunReader& reader, std::function<void()> tell, const ReadAhead* ahead)
    : reader_(reader), tell_(std::move(tell)), ahead_(ahead), thread_([this] { run(); }) {}

FrameCheck::~FrameCheck() {
  stop_ = true;
  thread_.join();
}

/// Piece by piece: what a seek reads comes between two of them.
std::optional<RunDamage> FrameCheck::look() {
  constexpr std::chrono::milliseconds kPause{5};
  while (!stop_ && ahead_ && !ahead_->done()) std::this_thread::sleep_for(kPause);
  while (!stop_ && reader_.check_some_frames()) continue;
  if (stop_) return std::nullopt;
  const std::optional<std::size_t> damaged = reader_.find_damaged_frame();
  if (!damaged) return std::nullopt;
  return RunDamage{*damaged,
                   "frame " + std::to_string(*damaged) + " and those after it are not as recorded (damaged)"};
}

void FrameCheck::run() {
  std::optional<RunDamage> damage;
  try {
    damage = look();
  } catch (const std::exception& error) {
    const std::size_t good = reader_.checked_frames();
    damage = RunDamage{good,
                       "from frame " + std::to_string(good) + " on it cannot be read (" + error.what() + ")"};
  }
  done_.store(true, std::memory_order_release);
  if (!damage) return;
  found_.put(std::make_unique<RunDamage>(*std::move(damage)));
  if (tell_) tell_();
}

}  // namespace grouser::desktop
