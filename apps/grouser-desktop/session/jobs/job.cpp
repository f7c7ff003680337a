// SPDX-License-Identifier: BSD-3-Clause
// The thread sets result and failure before `over_`, which the window's thread reads first; so neither
// needs a lock.
#include "session/jobs/job.hpp"

#include <exception>
#include <utility>

namespace grouser::desktop {

Job::Job(std::string title, Work work, std::function<double()> now, std::function<void()> tell)
    : title_(std::move(title)),
      work_(std::move(work)),
      now_(std::move(now)),
      tell_(std::move(tell)),
      started_(now_ ? now_() : 0.0),
      thread_([this] { run(); }) {}

Job::~Job() {
  cancelled_ = true;
  thread_.join();
}

void Job::run() {
  try {
    result_ = work_([this](double part) {
      if (part >= 0.0) progress_ = part;
      return !cancelled_;
    });
  } catch (const std::exception& error) {
    failure_ = error.what();
  }
  over_ = true;
  over_.notify_all();
  if (tell_) tell_();
}

std::optional<double> Job::seconds_left() const {
  constexpr double kTooSoon = 0.5;  // s: no pace is known before
  if (!now_) return std::nullopt;
  const double part = progress_, took = now_() - started_;
  // The time left follows from the share that is done, which must be large enough to divide by.
  if (part < 0.01 || took < kTooSoon) return std::nullopt;
  return took * (1.0 - part) / part;
}

std::string Job::finish() {
  if (cancelled_) return "";
  if (failure_.empty() && result_) result_();
  return failure_;
}

}  // namespace grouser::desktop
