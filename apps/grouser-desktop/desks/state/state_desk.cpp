// SPDX-License-Identifier: BSD-3-Clause
// Both tabs only draw; they have no requests of their own but the menu of a wheel.
#include "desks/state/state_desk.hpp"

#include "desks/state/state_panels.hpp"
#include "session/channel_values.hpp"

namespace grouser::desktop {

std::vector<Tab> StateDesk::tabs() {
  const auto state = [this](const Ui& ui, Requests& requests) {
    const RunView& run = shared_.session.view();
    ImGui::Dummy({0, ui.px(4)});
    wheels_panel(ui, run, requests);
    legs_panel(ui, run);
    state_panel(ui, run);
    motors_panel(ui, run);
  };
  const auto walks = [this] {
    const RunView& run = shared_.session.view();
    return run.scene && !leg_names(*run.scene).empty();
  };
  return {{.bar = TabBar::right,
           .order = 10,
           .name = "State",
           .id = "state",
           .tip = "What the run has come to: loads, sinkage, slip, pose",
           .draw = state},
          {.order = 50,
           .name = "Gait",
           .id = "gait",
           .tip = "Which feet stood when",
           .draw = [this](const Ui& ui, Requests&) { gait_panel(ui, shared_.session.view()); },
           .offered = walks}};
}

}  // namespace grouser::desktop
