// SPDX-License-Identifier: BSD-3-Clause
// Wakes a thread that waits. release() never waits. A POSIX semaphore: libstdc++'s std::counting_semaphore
// spins and yields before each wait, time that the drawing of a run that plays then lacks.
#pragma once
#include <semaphore.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <ctime>

namespace grouser::desktop {

class WakeSignal {
 public:
  WakeSignal() { sem_init(&semaphore_, 0, 0); }
  ~WakeSignal() { sem_destroy(&semaphore_); }
  WakeSignal(const WakeSignal&) = delete;
  WakeSignal& operator=(const WakeSignal&) = delete;

  void release() { sem_post(&semaphore_); }
  void acquire() {
    while (sem_wait(&semaphore_) != 0 && errno == EINTR) {
    }
  }
  /// Waits for the signal, at most this time, s.
  void acquire_for(double seconds) {
    timespec until{};
    clock_gettime(CLOCK_MONOTONIC, &until);
    const double whole = std::floor(std::max(0.0, seconds));
    until.tv_sec += static_cast<time_t>(whole);
    until.tv_nsec += static_cast<long>(1e9 * (std::max(0.0, seconds) - whole));
    if (until.tv_nsec >= 1000000000) {
      until.tv_nsec -= 1000000000;
      ++until.tv_sec;
    }
    while (sem_clockwait(&semaphore_, CLOCK_MONOTONIC, &until) != 0 && errno == EINTR) {
    }
  }

 private:
  sem_t semaphore_;
};

}  // namespace grouser::desktop
