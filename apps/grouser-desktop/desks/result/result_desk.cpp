// SPDX-License-Identifier: BSD-3-Clause
// The card's requests pass to ResultWork; files that were written are noted in the log.
#include "desks/result/result_desk.hpp"

#include "desks/result/result_panel.hpp"
#include "session/result_request.hpp"
#include "session/tell_errors.hpp"

namespace grouser::desktop {

void ResultDesk::register_requests(RequestTable& table) {
  table.on<ResultRequest>([this](const ResultRequest& r) { work_.carry_out(r, shared_.session.view()); });
}

void ResultDesk::update(double, Requests&) {
  Session& session = shared_.session;
  work_.update(session.view());
  if (const auto report = work_.take_report())
    session.add_log(report->good ? LogLevel::done : LogLevel::error, report->text);
  tell_errors(session, [&] {
    if (const auto saved = work_.take_saved()) {
      session.note_saved(*saved);
      session.add_log(LogLevel::done, "Saved " + *saved);
    }
  });
}

bool ResultDesk::escape(Requests&) { return work_.close(); }

void ResultDesk::draw_front(const Ui& ui, const UiRect& view, Requests& requests) {
  // No card over another desk's middle, nor while a vehicle is being placed.
  if (shared_.middle.taken() || shared_.document.view().placing->active) return;
  const float below = ui.px(shared_.session.view().hand.on ? 64 : 0);  // the card of who drives
  result_panel(ui, work_.view(), {view.x0, view.y0 + below}, {view.x1, view.y1}, requests);
}

void ResultDesk::note(Activity& activity) const {
  activity.busy = activity.busy || work_.view().reporting || work_.saving();
  if (work_.view().reporting) activity.works.push_back({.title = "Writing a report or tables"});
  if (work_.saving()) activity.works.push_back({.title = "Saving the run"});
}

void ResultDesk::note(UiReport& report) const {
  report["result"] = work_.view().word;
  report["result_text"] = work_.view().sentence;
}

}  // namespace grouser::desktop
