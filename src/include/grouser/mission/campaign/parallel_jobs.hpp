// SPDX-License-Identifier: BSD-3-Clause
// Independent jobs distributed over processors (oneTBB). This is the only place in the library that runs
// threads: they live only inside run_jobs(), and its caller sets their number.
#pragma once
#include <cstddef>
#include <functional>

#include "grouser/base/workers.hpp"

namespace grouser {

struct JobOptions {
  /// Number of jobs at work at the same time; 1: all on the caller's thread
  int threads = 1;
  std::function<bool()> cancelled;  ///< called from any thread; may be empty

  /// In jobs, including parts of them; one call at a time from any thread, never decreasing; may be empty
  std::function<void(double done, double total)> progress;
};

/// Functions by which a job queries cancellation and reports progress.
struct JobContext {
  std::function<bool()> cancelled;                ///< everything was cancelled, or another job threw
  std::function<void(double fraction)> progress;  ///< of this job
};

/// Calls work(job, context) for each job in [0, count). Jobs start in this order and may end in any. Once
/// cancelled, no further job starts. The first exception of a job stops the others and is rethrown here.
void run_jobs(std::size_t count, const JobOptions&,
              const std::function<void(std::size_t job, const JobContext&)>& work);

/// Threads for functions that process work in pieces (grouser/base/workers.hpp).
Workers parallel_workers(int threads);

}  // namespace grouser
