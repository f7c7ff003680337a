// SPDX-License-Identifier: BSD-3-Clause
// A job works on a copy of the board; changes that arrive meanwhile wait and are done by the next job.
#include "desks/campaigns/board_thread.hpp"

#include <algorithm>
#include <utility>

namespace grouser::desktop {

/// Number of cases of the larger set: the one shown or the one to come.
std::size_t BoardThread::most() const {
  const auto count = [](const std::shared_ptr<const CaseSet>& cases) { return cases ? cases->count() : 0; };
  return std::max(count(board_.view().cases), count(coming_));
}

void BoardThread::change(Change change) {
  waiting_.push_back(std::move(change));
  if (!job_) begin();
}

void BoardThread::show(std::shared_ptr<const CaseSet> cases) {
  coming_ = std::move(cases);
  if (!job_) begin();
}

void BoardThread::clear() {
  coming_.reset();
  change([](CaseBoard& board) { board.clear(); });
}

/// Does all waiting changes at once: in this thread for few cases, in one job for many.
void BoardThread::begin() {
  const bool many = most() > kSortedAtOnce;
  auto work = [changes = std::exchange(waiting_, {}),
               cases = std::exchange(coming_, nullptr)](CaseBoard& board) {
    for (const Change& change : changes) change(board);
    if (cases) board.show(cases);
  };
  if (!many) return work(board_);
  job_ = std::make_unique<Job>(
      "Sorting",
      [this, work = std::move(work)](const Job::GoOn&) {
        auto board = std::make_shared<CaseBoard>(board_);
        work(*board);
        return [this, board] { board_ = std::move(*board); };
      },
      now_);
}

void BoardThread::update() {
  if (!job_ || !job_->over()) return;
  const std::unique_ptr<Job> done = std::move(job_);
  done->finish();
  if (!waiting_.empty() || coming_) begin();
}

}  // namespace grouser::desktop
