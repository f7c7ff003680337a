// The statistics desk: what it begins with, and what it opens.
#include "app/app.hpp"

namespace grouser::desktop {

bool App::carry_out_statistics(const Request& r) {
  if (r.kind != RequestKind::statistics || !r.statistics) return false;
  if (r.statistics->kind != StatisticsRequest::Kind::show) return true;
  if (session_.view().state == RunState::playing) session_.play_pause();
  terrain_.close();
  campaigns_.show(r.statistics->view);
  return true;
}

void App::update_statistics() {
  StatisticsDesk& desk = campaigns_.desk();
  if (desk.view().open) desk.offer(open_scenario(session_));
  campaigns_.update(study_.view());
  for (const LogLine& line : desk.take_messages()) session_.add_log(line.level, line.text);
  if (const auto start = desk.take_start(); start && may_leave(start->scenario, start->overrides))
    session_.open(start->scenario, start->overrides);
  if (const auto row = desk.take_study_row())
    requests_.push_back({RequestKind::study_open_row, static_cast<double>(*row)});
}

}  // namespace grouser::desktop
