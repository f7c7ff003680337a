// SPDX-License-Identifier: BSD-3-Clause
// The tree of recorded runs in the window.
#pragma once
#include "desks/desk.hpp"
#include "desks/runs/runs_work.hpp"

namespace grouser::desktop {

class RunsDesk final : public Desk {
 public:
  explicit RunsDesk(Shared& shared) : shared_(shared), work_(shared.session.clock()) {}

  void register_requests(RequestTable& table) override;
  std::vector<Tab> tabs() override;
  void opened() override { work_.opened(shared_.session); }
  void update(double now, Requests& requests) override;
  void draw_front(const Ui& ui, const UiRect& view, Requests& requests) override;
  void note(Activity& activity) const override;

 private:
  Shared& shared_;
  RunsWork work_;
};

}  // namespace grouser::desktop
