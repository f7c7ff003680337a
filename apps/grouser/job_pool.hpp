// Independent jobs spread over processors.
#pragma once
#include <cstddef>
#include <functional>
#include <string>

namespace grouser::cli {

/// What a job may ask and tell; safe from any thread.
struct JobContext {
  std::function<bool()> cancelled;                ///< a person stopped the program, or another job threw
  std::function<void(double fraction)> progress;  ///< of this job
};

struct PoolOptions {
  int threads = 1;
  std::string what;  ///< what the progress bar is called
};

/// Calls work(job, context) for each job in [0, count), on `threads` threads, with a progress bar over all of
/// them. After an interrupt no further job is begun. The first exception of a job stops the others and is
/// thrown again here.
void run_jobs(std::size_t count, const PoolOptions&,
              const std::function<void(std::size_t job, const JobContext&)>& work);

/// --jobs: the number asked for, or ("") that of the processors. Throws InputError.
int parse_jobs(const std::string& text);

}  // namespace grouser::cli
