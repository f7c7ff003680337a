// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/mission/campaign/parallel_jobs.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "catch.hpp"

namespace grouser {
namespace {

TEST_CASE(
    "every job is done once, on any number of threads, and never more at a time than there are threads") {
  for (const int threads : {1, 2, 3, 8}) {
    std::vector<std::atomic<int>> times(100);
    std::atomic<int> at_work = 0, most = 0;
    run_jobs(times.size(), {.threads = threads, .cancelled = {}, .progress = {}},
             [&](std::size_t job, const JobContext&) {
               const int now = ++at_work;
               for (int seen = most; seen < now && !most.compare_exchange_weak(seen, now);) {
               }
               ++times[job];
               --at_work;
             });
    CHECK(std::all_of(times.begin(), times.end(), [](const auto& count) { return count == 1; }));
    CHECK(most <= threads);
  }
}

TEST_CASE("jobs begin in their order, progress never falls and ends with all done") {
  std::vector<std::size_t> begun;
  std::vector<double> reported;
  const JobOptions one{1, {}, [&](double done, double total) {
                         CHECK(total == 5.0);
                         reported.push_back(done);
                       }};
  run_jobs(5, one, [&](std::size_t job, const JobContext& context) {
    begun.push_back(job);
    for (const double fraction : {0.25, 0.75, 0.5, 2.0})
      context.progress(fraction);  // backwards, and too far
  });
  CHECK(begun == std::vector<std::size_t>{0, 1, 2, 3, 4});
  CHECK(std::is_sorted(reported.begin(), reported.end()));
  CHECK(std::find(reported.begin(), reported.end(), 2.75) != reported.end());
  CHECK(reported.back() == 5.0);
}

TEST_CASE("after a cancel no job begins, the first exception stops the others and comes back") {
  std::atomic<int> begun = 0;
  run_jobs(100, {.threads = 2, .cancelled = [&] { return begun >= 3; }, .progress = {}},
           [&](std::size_t, const JobContext&) { ++begun; });
  CHECK(begun >= 3);
  CHECK(begun <= 4);  // the third and what the other thread had begun by then
  std::atomic<int> after = 0;
  const auto work = [&](std::size_t job, const JobContext& context) {
    if (job == 2) throw std::runtime_error("job 2");
    if (context.cancelled()) ++after;
  };
  CHECK_THROWS_WITH(run_jobs(100, {.threads = 1, .cancelled = {}, .progress = {}}, work), "job 2");
  CHECK(after == 0);  // none begins once it is known
}

TEST_CASE("threads that are lent do every piece once and hand on what one throws") {
  const Workers workers = parallel_workers(3);
  CHECK(workers.count == 3);
  std::vector<std::atomic<int>> times(50);
  workers.run(times.size(), [&](std::size_t piece) { ++times[piece]; });
  CHECK(std::all_of(times.begin(), times.end(), [](const auto& count) { return count == 1; }));
  CHECK_THROWS_AS(workers.run(9,
                              [](std::size_t piece) {
                                if (piece == 4) throw std::runtime_error("wrong");
                              }),
                  std::runtime_error);
}

}  // namespace
}  // namespace grouser
