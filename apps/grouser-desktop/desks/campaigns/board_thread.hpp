// SPDX-License-Identifier: BSD-3-Clause
// A board whose cases are sorted by a thread of its own where there are many, so that the window never waits
// for it.
#pragma once
#include <deque>
#include <functional>
#include <memory>

#include "desks/campaigns/case_board.hpp"
#include "session/jobs/job.hpp"

namespace grouser::desktop {

/// Greatest number of cases that are sorted at once, within one picture (3 ms); more of them take the thread.
inline constexpr std::size_t kSortedAtOnce = 20000;

/// Wraps a CaseBoard: small sets are sorted in the calling thread, larger ones on a copy in a Job, which
/// then replaces the board.
class BoardThread {
 public:
  using Change = std::function<void(CaseBoard&)>;
  explicit BoardThread(std::function<double()> now) : now_(std::move(now)) {}

  /// Applies changes in their order, at once or after those in progress.
  void change(Change change);
  /// Shows other cases, which replace cases that still wait.
  void show(std::shared_ptr<const CaseSet> cases);
  void clear();
  /// Takes the thread's results.
  void update();
  bool busy() const { return job_ != nullptr; }
  /// The board without the changes in progress.
  const BoardView& view() const { return board_.view(); }

 private:
  void begin();
  std::size_t most() const;
  std::function<double()> now_;
  CaseBoard board_;  // not touched while a thread copies it
  std::deque<Change> waiting_;
  std::shared_ptr<const CaseSet> coming_;  // to be shown after those that wait
  std::unique_ptr<Job> job_;               // last: its thread ends first
};

}  // namespace grouser::desktop
