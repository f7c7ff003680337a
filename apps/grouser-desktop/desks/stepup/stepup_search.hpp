// SPDX-License-Identifier: BSD-3-Clause
// Plans of step-ups, found beside the window: of several questions only the newest is answered. The plan comes first; where it is not
// feasible, what single changes would help follows some seconds later.
#pragma once
#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "grouser/mission/stepup/stepup_plan.hpp"

namespace grouser::desktop {

struct StepupAnswer {
  StepupSpec spec;  ///< what was asked
  StepupPlan plan;
  std::vector<StepupRemedy> remedies;  ///< of a plan that is not feasible, once they are found
  std::string refusal;                 ///< why nothing was planned; empty: it was
  double seconds = 0.0;                ///< that the plan took
};

class StepupSearch {
 public:
  /// `now`: seconds of a steady clock, called by the thread too.
  explicit StepupSearch(std::function<double()> now);
  /// Ends the search once the plan that it is at is found, within a second.
  ~StepupSearch();
  StepupSearch(const StepupSearch&) = delete;
  StepupSearch& operator=(const StepupSearch&) = delete;

  void ask(const StepupSpec& spec);
  /// Nothing is wanted any more. Does not wait: what is being planned is dropped when it is found.
  void cancel();
  /// The newest answer, once.
  std::shared_ptr<const StepupAnswer> take();
  /// Whether an answer is still to come.
  bool working() const { return pending_; }
  /// Part of the search for single changes that is done, 0 to 1; less than 0 while there is none.
  double progress() const { return part_; }

 private:
  void search();
  void plan(const StepupSpec& spec);
  void tell(StepupAnswer answer);

  std::function<double()> now_;
  mutable std::mutex mutex_;
  std::condition_variable wake_;
  std::optional<StepupSpec> question_;          // guarded
  std::shared_ptr<const StepupAnswer> answer_;  // guarded
  std::atomic<bool> stop_{false}, anew_{false}, pending_{false};
  std::atomic<double> part_{-1.0};
  std::thread thread_;  // last: starts when all else is ready
};

}  // namespace grouser::desktop
