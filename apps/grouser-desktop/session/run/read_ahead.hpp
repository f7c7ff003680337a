// SPDX-License-Identifier: BSD-3-Clause
// A file asked for before it is needed: a seek in a recording that the system has not in its memory yet waits for the disk at
// every piece it has not seen.
#pragma once
#include <atomic>
#include <filesystem>
#include <thread>

namespace grouser::desktop {

/// Lets the system read the whole file in a thread of its own, from its beginning. What cannot be read is left alone: the
/// file's reader says what is wrong with it. A file that would take more than half of the memory that is free is not read.
class ReadAhead {
 public:
  explicit ReadAhead(std::filesystem::path file);
  /// Ends the thread, within one piece.
  ~ReadAhead();
  ReadAhead(const ReadAhead&) = delete;
  ReadAhead& operator=(const ReadAhead&) = delete;

  bool done() const { return done_.load(std::memory_order_acquire); }

 private:
  void run(const std::filesystem::path& file);
  std::atomic<bool> stop_{false}, done_{false};
  std::thread thread_;  // last: starts when all else is ready
};

}  // namespace grouser::desktop
