// SPDX-License-Identifier: BSD-3-Clause
// The desk of measurements in the window, and its tab.
#pragma once
#include "desks/measured/measured_desk.hpp"
#include "session/session.hpp"
#include "widgets/ui.hpp"

namespace grouser::desktop {

class MeasuredRoom {
 public:
  MeasuredRoom(Session& session, KeptState& kept, PassingState& passing)
      : session_(session), kept_(kept), passing_(passing) {}

  void carry_out(const MeasuredRequest& request);
  /// A file of measurements goes beside what is open.
  void open(const std::string& path);
  void update();
  bool busy() const { return desk_.busy(); }
  const MeasuredView& view() const { return desk_.view(); }

 private:
  Session& session_;
  KeptState& kept_;
  PassingState& passing_;
  MeasuredDesk desk_;
};

}  // namespace grouser::desktop
