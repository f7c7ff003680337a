// SPDX-License-Identifier: BSD-3-Clause
// New lines of the log become toasts by their level; plain information is only in the tab.
#include "desks/log/log_desk.hpp"

#include <algorithm>

#include "desks/log/log_panels.hpp"

namespace grouser::desktop {

std::vector<Tab> LogDesk::tabs() {
  return {{.order = 20,
           .name = "Log",
           .id = "log",
           .tip = "What was opened, recorded, and what went wrong",
           .draw = [this](const Ui& ui, Requests& requests) {
             log_panel(ui, shared_.session.log(), seen_, requests);
           }}};
}

void LogDesk::update(double now, Requests&) {
  const auto& log = shared_.session.log();
  for (; read_ < log.size(); ++read_) {
    const LogLine& line = log[read_];
    if (line.level == LogLevel::error) toasts_.add(ToastKind::error, line.text, now);
    if (line.level == LogLevel::notice) toasts_.add(ToastKind::warning, line.text, now);
    if (line.level == LogLevel::done) toasts_.add(ToastKind::done, line.text, now);
  }
  now_ = now;
}

void LogDesk::draw_left(const Ui& ui, Requests&) { notes_panel(ui, shared_.session.view()); }

void LogDesk::draw_front(const Ui& ui, const UiRect& view, Requests&) {
  // Toasts expire when a picture is drawn, because next_moment() asks for that picture.
  toasts_.expire(now_);
  const ImVec2 foot{0.5f * (view.x0 + view.x1), view.y1 - ui.px(24)};
  toast_panel(ui, toasts_.shown(), foot, std::max(ui.px(420), 0.8f * (view.x1 - view.x0)));
}

void LogDesk::note(Activity& activity) const {
  activity.moment = std::min(activity.moment, toasts_.next_moment());
}

void LogDesk::note(UiReport& report) const {
  report["toast"] = toasts_.shown().empty() ? "" : toasts_.shown().back().text;
  const auto& log = shared_.session.log();
  report["message"] = std::to_string(std::count_if(
      log.begin(), log.end(), [](const LogLine& line) { return line.level == LogLevel::error; }));
}

}  // namespace grouser::desktop
