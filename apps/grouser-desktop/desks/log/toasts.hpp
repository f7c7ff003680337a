// SPDX-License-Identifier: BSD-3-Clause
// Short messages that the window shows for a while. Their time is given by the caller, so tests need no
// clock.
#pragma once
#include <string>
#include <vector>

namespace grouser::desktop {

enum class ToastKind { done, warning, error };

/// A message and the time at which it vanishes.
struct Toast {
  ToastKind kind = ToastKind::done;
  std::string text;
  double until = 0.0;  ///< s
};

/// List of the messages that are shown.
class Toasts {
 public:
  /// The newest is last. A text that is shown already is shown longer; of more than three the oldest goes.
  void add(ToastKind kind, const std::string& text, double now);
  void expire(double now);
  /// Takes all away; false where there were none.
  bool dismiss();
  const std::vector<Toast>& shown() const { return shown_; }
  /// Time at which the next toast vanishes by itself, s; very large if none is shown.
  double next_moment() const;

 private:
  std::vector<Toast> shown_;
};

}  // namespace grouser::desktop
