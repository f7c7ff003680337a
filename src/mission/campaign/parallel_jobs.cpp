// SPDX-License-Identifier: BSD-3-Clause
// Jobs over oneTBB: a pipeline with a serial filter that gives jobs in order and a parallel one that works
// on them. The first exception stops further jobs and is rethrown on the caller's thread.
#include "grouser/mission/campaign/parallel_jobs.hpp"

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_pipeline.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>

#include "grouser/base/float_environment.hpp"

namespace grouser {
namespace {

/// State that the threads share.
class Jobs {
 public:
  Jobs(std::size_t count, const JobOptions& options,
       const std::function<void(std::size_t, const JobContext&)>& work)
      : count_(count), options_(options), work_(work) {}

  /// Whether no further job may start: cancelled, or a job threw.
  bool stopped() const { return failed_ || (options_.cancelled && options_.cancelled()); }

  /// Gives the next job, if there is one left. Called by one thread at a time.
  bool next(std::size_t& job) {
    if (next_ == count_ || stopped()) return false;
    job = next_++;
    return true;
  }

  /// Runs one job; an exception is kept instead of leaving the thread.
  void work(std::size_t job) {
    const StandardArithmetic arithmetic;  // a caller's thread may round otherwise
    double part = 0.0;                    // of this job, as reported so far
    try {
      work_(job, {[this] { return stopped(); }, [this, &part](double fraction) { advance(fraction, part); }});
      advance(1.0, part);
    } catch (...) {
      const std::lock_guard held(mutex_);
      if (!error_) error_ = std::current_exception();
      failed_ = true;
    }
  }

  void rethrow() const {
    if (error_) std::rethrow_exception(error_);
  }

 private:
  /// Adds to the sum over all jobs what this one has done since its last report; the sum never decreases.
  void advance(double fraction, double& part) {
    const std::lock_guard held(mutex_);
    const double further = std::clamp(fraction, part, 1.0) - part;
    part += further;
    done_ = std::min(done_ + further, static_cast<double>(count_));
    if (options_.progress) options_.progress(done_, static_cast<double>(count_));
  }

  const std::size_t count_;
  const JobOptions& options_;
  const std::function<void(std::size_t, const JobContext&)>& work_;
  std::size_t next_ = 0;
  std::atomic<bool> failed_ = false;
  std::mutex mutex_;  // protects the members below
  double done_ = 0.0;
  std::exception_ptr error_;
};

}  // namespace

void run_jobs(std::size_t count, const JobOptions& options,
              const std::function<void(std::size_t, const JobContext&)>& work) {
  namespace tbb = oneapi::tbb;
  if (count == 0) return;
  Jobs jobs(count, options, work);
  // An arena and a limit of as many threads as were asked for, at most one per job.
  const std::size_t threads = std::min(count, static_cast<std::size_t>(std::max(1, options.threads)));
  const tbb::global_control as_many_as_asked(tbb::global_control::max_allowed_parallelism, threads);
  tbb::task_arena arena(static_cast<int>(threads));
  arena.execute([&] {
    tbb::parallel_pipeline(
        threads,
        tbb::make_filter<void, std::size_t>(tbb::filter_mode::serial_in_order, [&](tbb::flow_control& flow) {
          std::size_t job = 0;
          if (!jobs.next(job)) flow.stop();
          return job;
        }) & tbb::make_filter<std::size_t, void>(tbb::filter_mode::parallel, [&](std::size_t job) {
          jobs.work(job);
        }));
  });
  jobs.rethrow();
}

Workers parallel_workers(int threads) {
  return {std::max(1, threads), [threads](std::size_t pieces, const std::function<void(std::size_t)>& work) {
            run_jobs(pieces, {.threads = threads, .cancelled = {}, .progress = {}},
                     [&](std::size_t piece, const JobContext&) { work(piece); });
          }};
}

}  // namespace grouser
