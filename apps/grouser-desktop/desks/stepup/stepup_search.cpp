// SPDX-License-Identifier: BSD-3-Clause
#include "desks/stepup/stepup_search.hpp"

#include <utility>

#include "grouser/base/error.hpp"

namespace grouser::desktop {

StepupSearch::StepupSearch(std::function<double()> now)
    : now_(std::move(now)), thread_([this] { search(); }) {}

StepupSearch::~StepupSearch() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  wake_.notify_one();
  thread_.join();
}

void StepupSearch::ask(const StepupSpec& spec) {
  {
    const std::lock_guard lock(mutex_);
    question_ = spec;
    anew_ = pending_ = true;
  }
  wake_.notify_one();
}

void StepupSearch::cancel() {
  const std::lock_guard lock(mutex_);
  question_.reset();
  answer_.reset();
  anew_ = true;
  pending_ = false;
}

std::shared_ptr<const StepupAnswer> StepupSearch::take() {
  const std::lock_guard lock(mutex_);
  return std::exchange(answer_, nullptr);
}

void StepupSearch::search() {
  for (;;) {
    StepupSpec spec;
    {
      std::unique_lock lock(mutex_);
      wake_.wait(lock, [this] { return stop_ || question_; });
      if (stop_) return;
      spec = *std::exchange(question_, std::nullopt);
      anew_ = false;
    }
    plan(spec);
    part_ = -1.0;
    const std::lock_guard lock(mutex_);
    pending_ = question_.has_value();
  }
}

void StepupSearch::plan(const StepupSpec& spec) {
  StepupAnswer found{spec, {}, {}, {}, 0.0};
  const auto go_on = [this](double part) {
    part_ = part;
    return !stop_ && !anew_;
  };
  const double began = now_();
  try {
    found.plan = StepupPlanner(spec).plan();
    found.seconds = now_() - began;
    tell(found);
    if (found.plan.feasible || !found.plan.found || !go_on(0.0)) return;
    found.remedies = find_stepup_remedies(spec, go_on);
  } catch (const Interrupted&) {  // something newer is asked for
    return;
  } catch (const Error& error) {
    found.refusal = error.what();
  }
  tell(std::move(found));
}

void StepupSearch::tell(StepupAnswer answer) {
  const std::lock_guard lock(mutex_);
  if (anew_) return;  // to a question that is no longer asked
  answer_ = std::make_shared<const StepupAnswer>(std::move(answer));
}

}  // namespace grouser::desktop
