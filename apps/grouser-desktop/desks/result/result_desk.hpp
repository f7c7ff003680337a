// SPDX-License-Identifier: BSD-3-Clause
// The card with a run's result in the window, and the files written of a run.
#pragma once
#include "desks/desk.hpp"
#include "desks/result/result_work.hpp"

namespace grouser::desktop {

class ResultDesk final : public Desk {
 public:
  explicit ResultDesk(Shared& shared) : shared_(shared) {}

  void register_requests(RequestTable& table) override;
  void update(double now, Requests& requests) override;
  bool escape(Requests& requests) override;
  void draw_front(const Ui& ui, const UiRect& view, Requests& requests) override;
  void note(Activity& activity) const override;
  void note(UiReport& report) const override;

 private:
  Shared& shared_;
  ResultWork work_;
};

}  // namespace grouser::desktop
