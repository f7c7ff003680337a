// SPDX-License-Identifier: BSD-3-Clause
// The time on screen grows with the length of the text.
#include "desks/log/toasts.hpp"

#include <algorithm>

namespace grouser::desktop {
namespace {

constexpr std::size_t kMostShown = 3;
// Times to notice a message and read it, roughly; an error waits for somebody who looked away.
constexpr double kNoticed = 4.0, kErrorNoticed = 10.0;  // s
constexpr double kRead = 0.05;                          // s a character

}  // namespace

void Toasts::add(ToastKind kind, const std::string& text, double now) {
  std::erase_if(shown_, [&](const Toast& t) { return t.text == text; });
  const double noticed = kind == ToastKind::error ? kErrorNoticed : kNoticed;
  shown_.push_back({kind, text, now + noticed + kRead * static_cast<double>(text.size())});
  if (shown_.size() > kMostShown) shown_.erase(shown_.begin());
}

void Toasts::expire(double now) {
  std::erase_if(shown_, [&](const Toast& t) { return now >= t.until; });
}

bool Toasts::dismiss() {
  const bool any = !shown_.empty();
  shown_.clear();
  return any;
}

double Toasts::next_moment() const {
  double next = 1e300;
  for (const Toast& toast : shown_) next = std::min(next, toast.until);
  return next;
}

}  // namespace grouser::desktop
