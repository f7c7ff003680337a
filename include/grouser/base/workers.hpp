// SPDX-License-Identifier: BSD-3-Clause
// The workers for independent pieces of work. The library starts no threads of its own: a program lends them
// (parallel_workers() in grouser/mission/campaign/parallel_jobs.hpp); a caller without any does the work
// alone.
#pragma once
#include <cstddef>
#include <functional>

#include "grouser/base/error.hpp"

namespace grouser {

struct Workers {
  int count = 1;  ///< pieces at work at the same time
  /// Calls work(piece) for each piece in [0, pieces), in any order, from any thread, and returns when all are
  /// done. An exception in a piece is rethrown here.
  std::function<void(std::size_t pieces, const std::function<void(std::size_t)>& work)> run =
      [](std::size_t pieces, const std::function<void(std::size_t)>& work) {
        for (std::size_t piece = 0; piece < pieces; ++piece) work(piece);
      };
  /// Called between small pieces, from any thread: returns whether the work is no longer wanted. Empty: it
  /// always is.
  std::function<bool()> stopped = {};
  /// Throws RunError if the work is no longer wanted.
  void go_on() const {
    if (stopped && stopped()) throw RunError("stopped");
  }
};

}  // namespace grouser
