// SPDX-License-Identifier: BSD-3-Clause
#include "desks/measured/measured_room.hpp"

#include "session/tell_errors.hpp"

namespace grouser::desktop {

void MeasuredRoom::open(const std::string& path) {
  if (session_.view().mode == SessionMode::empty) {
    session_.add_log(LogLevel::error,
                     path + ": measurements are shown beside a run; open a scenario or a run first");
    return;
  }
  carry_out({.kind = MeasuredRequest::Kind::open, .text = path});
}

void MeasuredRoom::carry_out(const MeasuredRequest& r) {
  desk_.show(session_.view().data);  // what the request is about may have been replaced since
  desk_.carry_out(r);
  if (r.kind != MeasuredRequest::Kind::open) return;
  kept_.show_bottom = true;
  passing_.wanted_tab = "measured";
}

void MeasuredRoom::update() {
  tell_errors(session_, [&] {
    desk_.show(session_.view().data);
    desk_.update();
  });
}

}  // namespace grouser::desktop
