// SPDX-License-Identifier: BSD-3-Clause
// Undo and redo of a value that a person edits.
#pragma once
#include <deque>
#include <utility>
#include <vector>

namespace grouser::desktop {

template <class T>
class EditHistory {
 public:
  explicit EditHistory(T start = {}) : now_(std::move(start)) {}
  const T& now() const { return now_; }
  /// A new value: one step.
  void edit(T value) {
    past_.push_back(std::move(now_));
    if (past_.size() > kMostSteps) past_.pop_front();
    now_ = std::move(value);
    future_.clear();
  }
  bool undo() {
    if (past_.empty()) return false;
    future_.push_back(std::exchange(now_, std::move(past_.back())));
    past_.pop_back();
    return true;
  }
  bool redo() {
    if (future_.empty()) return false;
    past_.push_back(std::exchange(now_, std::move(future_.back())));
    future_.pop_back();
    return true;
  }
  bool can_undo() const { return !past_.empty(); }
  bool can_redo() const { return !future_.empty(); }
  /// The value that redo() would restore, or nullptr.
  const T* next() const { return future_.empty() ? nullptr : &future_.back(); }
  /// Forgets the newest values as if they had never been, as long as `unwanted` says so of them.
  template <class Unwanted>
  void drop_while(Unwanted unwanted) {
    while (!past_.empty() && unwanted(now_)) {
      now_ = std::move(past_.back());
      past_.pop_back();
    }
  }
  /// Another start, with nothing to undo.
  void restart(T value) { *this = EditHistory(std::move(value)); }

 private:
  static constexpr std::size_t kMostSteps = 500;
  T now_;
  std::deque<T> past_;
  std::vector<T> future_;
};

}  // namespace grouser::desktop
