// SPDX-License-Identifier: BSD-3-Clause
// One piece of work in a thread of its own, with progress and cancel. What it found is applied by the
// window's thread, which never waits for it.
#pragma once
#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <thread>

namespace grouser::desktop {

class Job {
 public:
  /// Receives the share that is done, 0 to 1 (negative: not known), and returns whether to go on.
  using GoOn = std::function<bool(double)>;
  /// Does the work, and returns the function that finish() calls.
  using Work = std::function<std::function<void()>(const GoOn&)>;

  /// Starts at once. `now`: seconds of a steady clock, for seconds_left(). `tell`: called by the thread when
  /// it is over.
  Job(std::string title, Work work, std::function<double()> now = {}, std::function<void()> tell = {});
  /// Cancels and waits.
  ~Job();
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;

  const std::string& title() const { return title_; }
  void cancel() { cancelled_ = true; }
  bool cancelled() const { return cancelled_; }
  bool over() const { return over_; }
  void wait() const { over_.wait(false); }
  double progress() const { return progress_; }
  /// Seconds to the end at the pace so far, or nothing while there is none.
  std::optional<double> seconds_left() const;
  /// Must be called once the job is over: applies its result, unless it failed or was cancelled. Returns the
  /// reason why it failed, or "".
  std::string finish();

 private:
  void run();
  std::string title_;
  Work work_;
  std::function<double()> now_;
  std::function<void()> tell_;
  double started_;
  std::atomic<bool> cancelled_{false}, over_{false};
  std::atomic<double> progress_{0.0};
  std::function<void()> result_;  // these two before over_ is set
  std::string failure_;
  std::thread thread_;  // last: starts when all else is ready
};

}  // namespace grouser::desktop
