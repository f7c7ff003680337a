// SPDX-License-Identifier: BSD-3-Clause
// Work of the library with the interpreter's lock released.
#pragma once
#include <pybind11/pybind11.h>

#include <atomic>
#include <functional>

namespace grouser::python {

namespace py = pybind11;

/// Functions that the work calls, from any thread, to ask for cancellation and to report progress.
struct Watch {
  std::function<bool()> cancelled;
  std::function<void(double done, double total)> progress;
};

/// Calls work(watch) in a thread of its own, without the interpreter's lock. The calling thread looks 20
/// times a second for signals, so that Ctrl+C cancels the work, and calls progress(done, total) where that is
/// not None. Throws the exception of the work, of a signal or of `progress`.
void work_released(const py::object& progress, const std::function<void(const Watch&)>& work);

/// Seconds of a steady clock.
double steady_seconds();

/// An object is used by one thread at a time. Throws std::runtime_error where another one is at work on it.
class Hold {
 public:
  Hold(std::atomic_flag& busy, const char* what);
  ~Hold() { busy_.clear(); }
  Hold(const Hold&) = delete;
  Hold& operator=(const Hold&) = delete;

 private:
  std::atomic_flag& busy_;
};

}  // namespace grouser::python
