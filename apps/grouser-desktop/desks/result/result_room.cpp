// SPDX-License-Identifier: BSD-3-Clause
#include "desks/result/result_room.hpp"

#include "desks/result/result_panel.hpp"
#include "session/result_request.hpp"
#include "session/tell_errors.hpp"

namespace grouser::desktop {

void ResultRoom::register_requests(RequestTable& table) {
  table.on<ResultRequest>([this](const ResultRequest& r) { desk_.carry_out(r, shared_.session.view()); });
}

void ResultRoom::update(double, Requests&) {
  Session& session = shared_.session;
  desk_.update(session.view());
  if (const auto report = desk_.take_report())
    session.add_log(report->good ? LogLevel::done : LogLevel::error, report->text);
  tell_errors(session, [&] {
    if (const auto saved = desk_.take_saved()) {
      session.note_saved(*saved);
      session.add_log(LogLevel::done, "Saved " + *saved);
    }
  });
}

bool ResultRoom::escape(Requests&) { return desk_.close(); }

void ResultRoom::draw_front(const Ui& ui, const UiRect& view, Requests& requests) {
  if (shared_.middle.taken() || shared_.document.view().placing->active) return;
  const float below = ui.px(shared_.session.view().hand.on ? 64 : 0);  // the card of who drives
  result_panel(ui, desk_.view(), {view.x0, view.y0 + below}, {view.x1, view.y1}, requests);
}

void ResultRoom::note(Activity& activity) const {
  activity.busy = activity.busy || desk_.view().reporting || desk_.saving();
  if (desk_.view().reporting) activity.works.push_back({.title = "Writing a report or tables"});
  if (desk_.saving()) activity.works.push_back({.title = "Saving the run"});
}

void ResultRoom::note(UiReport& report) const {
  report["result"] = desk_.view().word;
  report["result_text"] = desk_.view().sentence;
}

}  // namespace grouser::desktop
