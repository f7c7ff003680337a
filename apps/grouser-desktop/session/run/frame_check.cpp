// SPDX-License-Identifier: BSD-3-Clause
// The check runs in the thread of a job, and begins once the file was read ahead, if it is. Damage and
// errors of reading are both reported as the first frame that is not to be shown.
#include "session/run/frame_check.hpp"

#include <chrono>
#include <exception>
#include <thread>
#include <utility>

namespace grouser::desktop {

FrameCheck::FrameCheck(const RunReader& reader, std::function<void()> tell, const ReadAhead* ahead)
    : reader_(reader),
      tell_(std::move(tell)),
      ahead_(ahead),
      job_("Checking " + reader.path().string(), [this](const Job::GoOn& go_on) {
        if (auto damage = find_damage(go_on)) {
          found_.put(std::make_unique<RunDamage>(*std::move(damage)));
          if (tell_) tell_();
        }
        return std::function<void()>();
      }) {}

/// Checks piece by piece, so that what a seek reads comes between two of them. Nothing if all frames are as
/// recorded, or the check was cancelled.
std::optional<RunDamage> FrameCheck::look(const Job::GoOn& go_on) const {
  constexpr std::chrono::milliseconds kPause{5};
  while (go_on(-1.0) && ahead_ && !ahead_->done()) std::this_thread::sleep_for(kPause);
  while (go_on(-1.0) && reader_.check_some_frames()) continue;
  if (!go_on(-1.0)) return std::nullopt;
  const std::optional<std::size_t> damaged = reader_.find_damaged_frame();
  if (!damaged) return std::nullopt;
  return RunDamage{*damaged,
                   "frame " + std::to_string(*damaged) + " and those after it are not as recorded (damaged)"};
}

/// The damage, also where the file cannot be read any further.
std::optional<RunDamage> FrameCheck::find_damage(const Job::GoOn& go_on) const {
  try {
    return look(go_on);
  } catch (const std::exception& error) {
    const std::size_t good = reader_.checked_frames();
    return RunDamage{good,
                     "from frame " + std::to_string(good) + " on it cannot be read (" + error.what() + ")"};
  }
}

}  // namespace grouser::desktop
