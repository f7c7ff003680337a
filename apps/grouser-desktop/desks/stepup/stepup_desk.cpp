// SPDX-License-Identifier: BSD-3-Clause
// The plan is searched for only after its tab has been shown, because it takes a thread.
#include "desks/stepup/stepup_desk.hpp"

#include <fmt/format.h>

#include "session/document/document_request.hpp"

namespace grouser::desktop {

void StepupDesk::register_requests(RequestTable& table) {
  table.on<StepupRequest>([this](const StepupRequest& r) { carry_out(r); });
}

std::vector<Tab> StepupDesk::tabs() {
  return {{.order = 90,
           .name = "Step-up",
           .id = "stepup",
           .tip = "A step up, planned for this robot: what it takes, or what stands in its way",
           .draw =
               [this](const Ui& ui, Requests& requests) {
                 looked_at_ = true;
                 stepup_panel(ui, work_.view(), shared_.document.view(), curve_, requests);
               },
           .offered = [this] { return work_.view().available; },
           .least = 250.0f,
           .most = 0.75f}};
}

void StepupDesk::carry_out(const StepupRequest& request) {
  if (request.kind != StepupRequest::Kind::use) return work_.carry_out(request);
  shared_.document.carry_out(
      DocumentRequest{.settings = work_.settings(),
                      .what = fmt::format("Plan of a step up of {:g} m", view().spec.height)},
      shared_.session);
}

void StepupDesk::update(double, Requests&) {
  const Session& session = shared_.session;
  const RunView& run = session.view();
  const std::shared_ptr<const Frame> first =
      run.data && run.data->frame_count() > 0 && session.world() ? run.data->frame(0) : nullptr;
  work_.show(session.world(), first.get());
  if (looked_at_) work_.update();
}

void StepupDesk::note(Activity& activity) const {
  if (!view().working) return;
  activity.busy = true;
  activity.works.push_back({.title = "Planning a step up", .part = view().progress});
}

}  // namespace grouser::desktop
