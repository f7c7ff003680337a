// SPDX-License-Identifier: BSD-3-Clause
// The work runs in a thread of its own. The calling thread waits without the interpreter's lock and takes
// it 20 times a second to look for signals and to report progress; the first exception of either cancels
// the work and is raised when the work has ended.
#include "work.hpp"

#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>

#include "grouser/base/float_environment.hpp"

namespace grouser::python {
namespace {

constexpr std::chrono::milliseconds kLook{50};  // between looks for signals

/// State that the working thread and the calling one share.
class Desk {
 public:
  bool cancelled() const { return cancelled_; }
  void cancel() { cancelled_ = true; }
  void report(double done, double total) {
    const std::lock_guard held(mutex_);
    news_ = {done, total};
  }
  /// The work done and its total, returned once for each report.
  std::optional<std::pair<double, double>> take_news() {
    const std::lock_guard held(mutex_);
    return std::exchange(news_, std::nullopt);
  }
  void finish() {
    const std::lock_guard held(mutex_);
    finished_ = true;
    changed_.notify_all();
  }
  /// Whether the work has finished.
  bool wait() {
    std::unique_lock held(mutex_);
    return changed_.wait_for(held, kLook, [this] { return finished_; });
  }

 private:
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  bool finished_ = false;
  std::optional<std::pair<double, double>> news_;
  std::atomic<bool> cancelled_ = false;
};

/// Must be called with the interpreter's lock held: raises the exception of a signal or of the report of
/// progress.
void look(const py::object& progress, Desk& desk) {
  if (PyErr_CheckSignals() != 0) throw py::error_already_set();
  if (progress.is_none()) return;
  if (const auto news = desk.take_news()) progress(news->first, news->second);
}

/// Waits for the work; keeps the first exception of a look and cancels the work by it.
void watch_over(const py::object& progress, Desk& desk, std::optional<py::error_already_set>& raised) {
  while (!desk.wait()) {
    const py::gil_scoped_acquire held;
    if (raised) continue;
    try {
      look(progress, desk);
    } catch (py::error_already_set& error) {
      raised.emplace(error);
      desk.cancel();
    }
  }
}

}  // namespace

void work_released(const py::object& progress, const std::function<void(const Watch&)>& work) {
  if (!progress.is_none() && PyCallable_Check(progress.ptr()) == 0)
    throw py::type_error("progress: found no function, expected one of done and total, or None");
  Desk desk;
  std::exception_ptr error;
  std::optional<py::error_already_set> raised;
  {
    const py::gil_scoped_release released;
    std::thread thread([&] {
      const StandardArithmetic arithmetic;
      try {
        work({[&desk] { return desk.cancelled(); },
              [&desk](double done, double total) { desk.report(done, total); }});
      } catch (...) {
        error = std::current_exception();
      }
      desk.finish();
    });
    watch_over(progress, desk, raised);
    thread.join();
  }
  // An exception of the caller comes before the one with which the cancelled work ends.
  if (raised) throw py::error_already_set(*raised);
  if (error) std::rethrow_exception(error);
  look(progress, desk);
}

double steady_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

Hold::Hold(std::atomic_flag& busy, const char* what) : busy_(busy) {
  if (busy_.test_and_set())
    throw std::runtime_error(std::string(what) +
                             ": found at work in another thread, expected one thread at a time");
}

}  // namespace grouser::python
