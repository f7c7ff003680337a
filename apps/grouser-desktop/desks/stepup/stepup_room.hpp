// SPDX-License-Identifier: BSD-3-Clause
// The step-up desk in the window: what it shows of the open scenario, and what it changes of it.
#pragma once
#include "desks/stepup/stepup_desk.hpp"
#include "session/document/document_desk.hpp"
#include "session/session.hpp"
#include "widgets/ui.hpp"

namespace grouser::desktop {

class StepupRoom {
 public:
  StepupRoom(Session& session, DocumentDesk& document, PassingState& passing);

  /// Throws InputError.
  void carry_out(const StepupRequest& request);
  void update();
  const StepupView& view() const { return desk_.view(); }

 private:
  Session& session_;
  DocumentDesk& document_;
  PassingState& passing_;
  StepupDesk desk_;
};

}  // namespace grouser::desktop
