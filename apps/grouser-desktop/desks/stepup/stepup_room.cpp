// SPDX-License-Identifier: BSD-3-Clause
#include "desks/stepup/stepup_room.hpp"

#include <fmt/format.h>

namespace grouser::desktop {

StepupRoom::StepupRoom(Session& session, DocumentDesk& document, PassingState& passing)
    : session_(session), document_(document), passing_(passing), desk_(session.clock()) {}

void StepupRoom::carry_out(const StepupRequest& request) {
  if (request.kind != StepupRequest::Kind::use) return desk_.carry_out(request);
  const std::vector<Override> settings = desk_.settings();
  document_.carry_out(DocumentRequest{.settings = settings,
                                      .what = fmt::format("Plan of a step up of {:g} m", view().spec.height)},
                      session_);
}

void StepupRoom::update() {
  const RunView& run = session_.view();
  const std::shared_ptr<const Frame> first =
      run.data && run.data->frame_count() > 0 && session_.world() ? run.data->frame(0) : nullptr;
  desk_.show(session_.world(), first.get());
  if (passing_.stepup_shown) desk_.update();
}

}  // namespace grouser::desktop
