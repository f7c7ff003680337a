// Independent jobs spread over processors (oneTBB). The one place in the library where threads run: they live
// only inside run_jobs(), and whoever calls it says how many there are.
#pragma once
#include <cstddef>
#include <functional>

#include "grouser/base/workers.hpp"

namespace grouser {

struct JobOptions {
  int threads = 1;                  ///< jobs at work at the same time; 1: all on the caller's thread
  std::function<bool()> cancelled;  ///< asked from any thread; may be empty
  std::function<void(double done, double total)>
      progress;  ///< in jobs, parts of them included; one call at a time from any thread, never less than
                 ///< before; may be empty
};

/// What a job may ask and tell.
struct JobContext {
  std::function<bool()> cancelled;                ///< the whole was cancelled, or another job threw
  std::function<void(double fraction)> progress;  ///< of this job
};

/// Calls work(job, context) for each job in [0, count). Jobs begin in this order, end in any. Once cancelled
/// no further job begins. The first exception of a job stops the others and is thrown again here.
void run_jobs(std::size_t count, const JobOptions&,
              const std::function<void(std::size_t job, const JobContext&)>& work);

/// Threads to lend to what works through pieces (grouser/base/workers.hpp).
Workers parallel_workers(int threads);

}  // namespace grouser
