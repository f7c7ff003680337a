// SPDX-License-Identifier: BSD-3-Clause
// The step-up desk in the window: its tab, and its plan as a step of the document.
#pragma once
#include "desks/desk.hpp"
#include "desks/stepup/stepup_panel.hpp"
#include "desks/stepup/stepup_request.hpp"

namespace grouser::desktop {

class StepupDesk final : public Desk {
 public:
  explicit StepupDesk(Shared& shared) : shared_(shared), work_(shared.session.clock()) {}

  void register_requests(RequestTable& table) override;
  std::vector<Tab> tabs() override;
  void update(double now, Requests& requests) override;
  bool complete() const override { return !work_.view().working; }
  void note(Activity& activity) const override;
  const StepupView& view() const { return work_.view(); }

 private:
  void carry_out(const StepupRequest& request);

  Shared& shared_;
  StepupWork work_;
  bool looked_at_ = false;  // somebody has looked at its tab
  int curve_ = 0;           // that is drawn over time
};

}  // namespace grouser::desktop
