// SPDX-License-Identifier: BSD-3-Clause
// The tab, the card of a job and the dialog for a branch; RunsWork does the rest.
#include "desks/runs/runs_desk.hpp"

#include "desks/runs/runs_panel.hpp"
#include "desks/runs/runs_request.hpp"

namespace grouser::desktop {

void RunsDesk::register_requests(RequestTable& table) {
  table.on<RunsRequest>([this](const RunsRequest& r) {
    if (r.kind == RunsRequest::Kind::show_branch_form) shared_.shown.wanted_tab = "runs";
    work_.carry_out(r, shared_.session);
  });
}

std::vector<Tab> RunsDesk::tabs() {
  return {{.order = 70,
           .name = "Runs",
           .id = "runs",
           .tip = "Recorded runs, their branches and reruns",
           .draw = [this](const Ui& ui, Requests& requests) {
             runs_panel(ui, shared_.session.view(), work_.view(), requests);
           }}};
}

void RunsDesk::update(double, Requests&) { work_.update(shared_.session); }

void RunsDesk::draw_front(const Ui& ui, const UiRect& view, Requests& requests) {
  run_job_panel(ui, work_.view().job, {view.x1 - ui.px(12), view.y1 - ui.px(92)}, requests);
  branch_dialog(ui, shared_.session.view(), work_.view(), work_.form(), requests);
}

void RunsDesk::note(Activity& activity) const {
  activity.busy = activity.busy || work_.view().job || work_.view().looking;
  if (const Job* job = work_.view().job)
    activity.works.push_back(
        {job->title(), job->progress(), job->seconds_left(), RunsRequest{.kind = RunsRequest::Kind::cancel}});
}

}  // namespace grouser::desktop
