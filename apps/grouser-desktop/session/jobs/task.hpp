// SPDX-License-Identifier: BSD-3-Clause
// One piece of work beside the window that has a result: a Job whose result is taken by the window's thread.
#pragma once
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "session/jobs/job.hpp"

namespace grouser::desktop {

template <class T>
class Task {
 public:
  /// Starts `work`, which gets a Job::GoOn and returns a T. A running job is cancelled and waited for.
  template <class Work>
  void start(std::string title, Work work) {
    job_.reset();
    found_ = std::make_shared<Found>();
    job_ = std::make_unique<Job>(std::move(title),
                                 [work = std::move(work), found = found_](const Job::GoOn& go_on) mutable {
                                   try {
                                     found->value.emplace(work(go_on));
                                   } catch (...) {
                                     found->error = std::current_exception();
                                   }
                                   return std::function<void()>();
                                 });
  }
  void cancel() {
    if (job_) job_->cancel();
  }
  /// Whether there is a job; true until take() has returned its result or thrown.
  bool running() const { return job_ != nullptr; }
  bool over() const { return !job_ || job_->over(); }
  const Job* job() const { return job_.get(); }
  /// The result, once it is there; throws the work's exception.
  std::optional<T> take() {
    if (!job_ || !job_->over()) return std::nullopt;
    return result();
  }
  /// Waits for it. Precondition: it runs.
  T wait() {
    job_->wait();
    return *result();
  }

 private:
  struct Found {
    std::optional<T> value;
    std::exception_ptr error;
  };
  std::optional<T> result() {
    job_.reset();
    const std::shared_ptr<Found> found = std::exchange(found_, nullptr);
    if (found->error) std::rethrow_exception(found->error);
    return std::move(found->value);
  }

  std::shared_ptr<Found> found_;
  std::unique_ptr<Job> job_;  // last: its thread ends first
};

}  // namespace grouser::desktop
