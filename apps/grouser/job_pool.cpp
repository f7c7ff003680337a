#include "job_pool.hpp"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "interrupt.hpp"
#include "number_range.hpp"
#include "progress.hpp"

namespace grouser::cli {
namespace {

constexpr std::chrono::milliseconds kLookInterval{100};
constexpr double kMostThreads = 1024;

/// What the threads share.
class Pool {
 public:
  Pool(std::size_t count, const std::function<void(std::size_t, const JobContext&)>& work)
      : work_(work), fractions_(count) {}

  void work() {
    for (std::size_t job; !stopped() && (job = next_++) < fractions_.size();) {
      try {
        work_(job, {[this] { return stopped(); }, [this, job](double f) { fractions_[job] = f; }});
        fractions_[job] = 1.0;
      } catch (...) {
        const std::lock_guard held(mutex_);
        if (!error_) error_ = std::current_exception();
        failed_ = true;
      }
    }
    const std::lock_guard held(mutex_);
    ++ended_;
    changed_.notify_one();
  }

  /// Draws the bar until all threads have ended.
  void watch(std::size_t threads, Progress& progress) {
    std::unique_lock held(mutex_);
    while (!changed_.wait_for(held, kLookInterval, [&] { return ended_ == threads; })) {
      double done = 0.0;
      for (const auto& fraction : fractions_) done += fraction;
      progress.update(done, static_cast<double>(fractions_.size()));
    }
  }
  void rethrow() const {
    if (error_) std::rethrow_exception(error_);
  }

 private:
  bool stopped() const { return failed_ || interrupted(); }

  const std::function<void(std::size_t, const JobContext&)>& work_;
  std::vector<std::atomic<double>> fractions_;
  std::atomic<std::size_t> next_ = 0;
  std::atomic<bool> failed_ = false;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t ended_ = 0;
  std::exception_ptr error_;
};

}  // namespace

void run_jobs(std::size_t count, const PoolOptions& options,
              const std::function<void(std::size_t, const JobContext&)>& work) {
  if (count == 0) return;
  Pool pool(count, work);
  {
    const std::size_t size = std::min<std::size_t>(count, static_cast<std::size_t>(options.threads));
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < size; ++i) threads.emplace_back([&pool] { pool.work(); });
    Progress progress(options.what);
    pool.watch(size, progress);
  }
  pool.rethrow();
}

int parse_jobs(const std::string& text) {
  if (text.empty()) return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  return static_cast<int>(parse_number("--jobs", text, {1.0, kMostThreads, false, ""}));
}

}  // namespace grouser::cli
