// SPDX-License-Identifier: BSD-3-Clause
// The desk passes the session's run on before each request and each picture, because the run may have been
// replaced in between.
#include "desks/measured/measured_desk.hpp"

#include <fmt/format.h>

#include "desks/measured/measured_panel.hpp"
#include "desks/measured/measured_request.hpp"
#include "session/table_kind.hpp"
#include "session/tell_errors.hpp"

namespace grouser::desktop {

void MeasuredDesk::register_requests(RequestTable& table) {
  table.on<MeasuredRequest>([this](const MeasuredRequest& r) { carry_out(r); });
}

std::vector<Tab> MeasuredDesk::tabs() {
  return {{.order = 40,
           .name = "Measured",
           .id = "measured",
           .tip = "Measurements from a file beside the run",
           .draw =
               [this](const Ui& ui, Requests& requests) {
                 measured_panel(ui, shared_.session.view(), view(), shared_.shown.plots, requests);
               },
           .least = 190.0f,
           .most = 0.75f}};
}

bool MeasuredDesk::open(const std::string& path, double) {
  if (!is_table_of(path, TableKind::measurements)) return false;
  if (shared_.session.view().mode == SessionMode::empty)
    throw InputError(path, "measurements", "a scenario or a run that is open, beside which they are shown");
  shared_.middle.clear();
  carry_out({.kind = MeasuredRequest::Kind::open, .text = path});
  return true;
}

void MeasuredDesk::carry_out(const MeasuredRequest& r) {
  work_.show(shared_.session.view().data);  // what the request is about may have been replaced since
  work_.carry_out(r);
  if (r.kind != MeasuredRequest::Kind::open) return;
  shared_.kept.show_bottom = true;
  shared_.shown.wanted_tab = "measured";
}

void MeasuredDesk::update(double, Requests&) {
  tell_errors(shared_.session, [&] {
    work_.show(shared_.session.view().data);
    work_.update();
  });
}

void MeasuredDesk::note(Activity& activity) const {
  activity.busy = activity.busy || work_.busy();
  if (work_.working())
    activity.works.push_back(
        {.title = view().work == MeasuredTask::reading ? "Reading measurements" : "Finding the offset",
         .cancel = MeasuredRequest{.kind = MeasuredRequest::Kind::stop}});
}

void MeasuredDesk::note(UiReport& report) const {
  report["measured"] = view().file;
  report["measured_offset"] = fmt::format("{}", view().offset);
}

}  // namespace grouser::desktop
