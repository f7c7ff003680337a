// SPDX-License-Identifier: BSD-3-Clause
// Something that one desk at a time has: the left button in the view, the middle of the window.
#pragma once
#include <functional>
#include <utility>

namespace grouser::desktop {

class Held {
 public:
  /// Gives it to `who`; its holder so far must leave. `leave` may be called more than once.
  void take(const void* who, std::function<void()> leave) {
    if (who_ != who) clear();
    who_ = who;
    leave_ = std::move(leave);
  }
  /// Whoever has it leaves.
  void clear() {
    who_ = nullptr;
    if (const auto leave = std::exchange(leave_, nullptr)) leave();
  }

  /// Nobody has it any more; `who` left on its own.
  void give_back(const void* who) {
    if (who_ != who) return;
    who_ = nullptr;
    leave_ = nullptr;
  }
  bool taken() const { return who_ != nullptr; }

 private:
  const void* who_ = nullptr;
  std::function<void()> leave_;
};

}  // namespace grouser::desktop
