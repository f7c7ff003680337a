// SPDX-License-Identifier: BSD-3-Clause
// The tree of recorded runs in the window.
#pragma once
#include "desks/desk.hpp"
#include "desks/runs/runs_desk.hpp"

namespace grouser::desktop {

class RunsRoom final : public Desk {
 public:
  explicit RunsRoom(Shared& shared) : shared_(shared), desk_(shared.session.clock()) {}

  void register_requests(RequestTable& table) override;
  std::vector<Tab> tabs() override;
  void opened() override { desk_.opened(shared_.session); }
  void update(double now, Requests& requests) override;
  void draw_front(const Ui& ui, const UiRect& view, Requests& requests) override;
  void note(Activity& activity) const override;

 private:
  Shared& shared_;
  RunsDesk desk_;
};

}  // namespace grouser::desktop
