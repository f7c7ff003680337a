// SPDX-License-Identifier: BSD-3-Clause
// The log in the window: all of it in a tab, what is new as messages that stay for a while, the scenario's
// notes.
#pragma once
#include "desks/desk.hpp"
#include "desks/log/toasts.hpp"

namespace grouser::desktop {

class LogDesk final : public Desk {
 public:
  explicit LogDesk(Shared& shared) : shared_(shared) {}

  std::vector<Tab> tabs() override;
  void update(double now, Requests& requests) override;
  bool escape(Requests&) override { return toasts_.dismiss(); }
  void draw_left(const Ui& ui, Requests& requests) override;
  void draw_front(const Ui& ui, const UiRect& view, Requests& requests) override;
  void note(Activity& activity) const override;
  void note(UiReport& report) const override;

 private:
  Shared& shared_;
  Toasts toasts_;
  double now_ = 0.0;      // s, of the last update()
  std::size_t read_ = 0;  // lines that have become messages
  std::size_t seen_ = 0;  // that the tab has scrolled to
};

}  // namespace grouser::desktop
